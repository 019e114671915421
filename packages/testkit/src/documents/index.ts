export { paste, type Place, run } from "./paste.ts";
export { shellBlocks } from "./shell-blocks.ts";
