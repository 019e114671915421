export { type ExampleChecker, exampleChecker } from "./check-examples.ts";
export type { ExampledDocument } from "./found-operation.ts";
export { normalize } from "./normalize.ts";
