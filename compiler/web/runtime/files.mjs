const IS_NODE = globalThis.process?.versions?.node !== undefined;

/** Open a file of a server, or in Node of a file system. */
async function open(source) {
  const url = new URL(source, import.meta.url);
  if (IS_NODE && url.protocol === "file:") {
    const { readFile } = await import("node:fs/promises");
    return new Response(await readFile(url));
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
  return response;
}

/** Compile code from a URL, an answer of `fetch`, bytes, or a module that is compiled. */
async function compile(source) {
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return WebAssembly.compile(source);
  const response = source instanceof Response ? source : await open(source);
  const isWasm = response.headers.get("content-type") === "application/wasm";
  if (isWasm) return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

const bytesOf = (source) =>
  source instanceof ArrayBuffer ? new Uint8Array(source) : new Uint8Array(source.buffer, source.byteOffset, source.byteLength);

/** The weights a piece at a time, as they come. */
async function* piecesOf(source) {
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) yield bytesOf(source);
  else {
    const { body } = source instanceof Response ? source : await open(source);
    const reader = body.getReader();
    for (let part; !(part = await reader.read()).done; ) yield part.value;
  }
}

/** Copy weights to their place. */
async function readWeights(source, place) {
  let at = 0;
  for await (const piece of piecesOf(source)) {
    if (at + piece.length <= place.length) place.set(piece, at);
    at += piece.length;
  }
  if (at !== place.length) throw new RangeError(`the weights have ${at} bytes, not ${place.length}`);
}
