// What views ask of the record: layers by name, kernels by layer, and how hot a layer is.

class Model {
  constructor({ layers, steps = [], edges, shapes, parts }) {
    Object.assign(this, { layers, steps, edges, shapes, parts });
    this.placeOf = new Map(layers.map((layer, place) => [layer.name, place]));
    [this.reads, this.feeds, this.own, this.shared] = [0, 1, 2, 3].map(() => layers.map(() => []));
    edges.forEach(([source, target, blob]) => { this.reads[target].push([source, blob]); this.feeds[source].push([target, blob]); });
    steps.forEach((step, index) => {
      step.index = index;
      step.place = this.placeOf.get(step.layer) ?? -1;
      for (const name of step.layers) {
        const place = this.placeOf.get(name);
        if (place !== undefined) (place === step.place ? this.own : this.shared)[place].push(step);
      }
    });
  }
}
const errorOf = facts => facts.output_error ?? facts.weight_error ?? facts.error_alone ?? 0;
const listed = items => items.map((item, place) => [place ? ", " : "", item]);
