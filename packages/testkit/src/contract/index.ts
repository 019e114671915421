export { compareContracts } from "./compare-contracts.ts";
export { type Contract, contractOf } from "./contract.ts";
export { inlined } from "./inlined.ts";
