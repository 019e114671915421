export { archiveBundle, unarchiveBundle } from "./archive-bundle.ts";
export { archivedBundle } from "./archived-bundle.ts";
export { createBundle } from "./create-bundle.ts";
export { getBundle, listBundles } from "./read-bundles.ts";
export { updateBundle } from "./update-bundle.ts";
