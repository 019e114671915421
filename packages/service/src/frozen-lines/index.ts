export { billedMetric, billedPrice, termsHash } from "./billed-terms.ts";
export { countedPlaces } from "./counted-places.ts";
export { freezeLine, unfrozenLine } from "./freeze-line.ts";
export { partsOf, toFrozenLine } from "./frozen-line.ts";
export { inputsHash } from "./inputs-hash.ts";
export { sealOf } from "./invoice-seal.ts";
