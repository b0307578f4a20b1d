
const ARRAYS = {
  float32: Float32Array,
  int32: Int32Array,
  uint16: Uint16Array,
  int8: Int8Array,
  uint8: Uint8Array,
};

const product = (shape) => shape.reduce((numbers, extent) => numbers * extent, 1);
/** Rounded down, as extents are. */
const quotient = (a, b) => Math.floor(a / b);

/** An input's array, of its type, and its shape, as many numbers. Throws TypeError. */
function given(spec, value) {
  const { data, shape } = parts(value);
  const array = data instanceof Uint8ClampedArray ? new Uint8Array(data.buffer, data.byteOffset, data.length) : data;
  const type = ARRAYS[spec.dtype];
  const needs = `input '${spec.name}' needs a ${type.name} of ${(spec.extents ?? spec.shape).join(" x ")} numbers`;
  if (!(array instanceof type)) throw new TypeError(`${needs}, not ${data?.constructor?.name ?? data}`);
  const extents = shape ?? (spec.extents?.length === 1 ? [array.length] : spec.extents ? undefined : spec.shape);
  if (extents === undefined) throw new TypeError(`${needs}, and their shape; hint: { data, shape }`);
  if (!fitsShape(spec, extents)) throw new TypeError(`${needs}, not of shape ${extents}`);
  if (array.length !== product(extents)) throw new TypeError(`${needs}, not ${array.length}`);
  return { array, shape: extents };
}

/** What a caller gives: an array, `{ data, shape }`, or pixels of a canvas. */
function parts(value) {
  if (value?.data === undefined) return { data: value };
  const { data, shape, height, width } = value;
  if (shape !== undefined) return { data, shape: Array.from(shape, Number) };
  return { data, shape: height === undefined ? undefined : [height, width, 4] };
}

/** Whether a shape may be an input's, but for extents known at run time. */
function fitsShape(spec, shape) {
  if (shape.length !== spec.shape.length) return false;
  const isSize = (axis) => spec.isImage && (axis === shape.length - 3 || axis === shape.length - 2);
  return shape.every((extent, axis) => {
    if (!Number.isInteger(extent) || extent < 0) return false;
    if (spec.extents) return true;
    return isSize(axis) ? extent >= 1 && extent <= spec.shape[axis] : extent === spec.shape[axis];
  });
}

/** Find the one unknown of an equation, if it has one: a linear expression tells it by two values. */
function solve({ uses, of }, number, numbers) {
  const [unknown, ...others] = uses.filter((symbol) => numbers[symbol] === undefined);
  if (unknown === undefined || others.length) return;
  const [start, first, second] = [0, 1, 2].map((value) => of(Object.assign([...numbers], { [unknown]: value })));
  const slope = first - start;
  const value = (number - start) / slope;
  if (second - first === slope && Number.isInteger(value)) numbers[unknown] = value;
}

/** The extents known at run time, of which a session knows its lengths. Throws TypeError. */
function solved(set, shapes, lengths) {
  const numbers = set.symbols.map(() => undefined);
  set.lengths.forEach((symbol, i) => (numbers[symbol] = lengths?.[i]));
  const equations = set.inputs.flatMap((spec, i) =>
    (set.inputAxes[i] ?? []).map((axis, k) => ({ spec, axis, shape: shapes[i], number: shapes[i][k] })),
  );
  for (const _ of set.symbols) for (const { axis, number } of equations) solve(axis, number, numbers);
  set.symbols.forEach(({ name, least, most }, i) => {
    if (numbers[i] < least || numbers[i] > most) {
      throw new TypeError(`${name} is ${numbers[i]}, out of the range ${least} to ${most} that the model was compiled for`);
    }
  });
  const known = set.symbols.map(({ name }, i) => `${name}=${numbers[i] ?? "?"}`).join(", ");
  for (const { spec, axis, shape, number } of equations) {
    if (axis.of(numbers) === number) continue;
    throw new TypeError(`input '${spec.name}' needs the shape ${spec.extents.join(" x ")} (with ${known}), not ${shape.join(" x ")}`);
  }
  return numbers;
}

/** The arrays, shapes and extents of a set of shapes. Throws TypeError where they are not for it. */
function fitted(set, values, lengths) {
  const names = set.inputs.map((spec) => spec.name);
  const unknown = Object.keys(values).find((name) => !names.includes(name));
  if (unknown !== undefined) throw new TypeError(`there is no input '${unknown}' (inputs: ${names.join(", ")})`);
  const inputs = set.inputs.map((spec) => given(spec, values[spec.name]));
  const numbers = solved(set, inputs.map(({ shape }) => shape), lengths);
  return { set, inputs, numbers };
}

/** The same, of the first set that fits. */
function fittedSet(values, lengths) {
  for (const set of MODEL.sets) {
    try {
      return fitted(set, values, lengths);
    } catch (error) {
      if (!(error instanceof TypeError) || MODEL.sets.length === 1) throw error;
    }
  }
  throw new TypeError(`none of the ${MODEL.sets.length} sets of shapes is for these inputs; hint: { data, shape }`);
}

/** Rows that were found: -1 or a score of -infinity comes first in others. */
function rowsFound(shape, numbers) {
  const columns = product(shape.slice(1));
  const isFound = (row) => (columns === 1 ? numbers[row] > -Infinity : numbers[row * columns] >= 0);
  let rows = 0;
  while (rows < shape[0] && isFound(rows)) rows++;
  return rows;
}
