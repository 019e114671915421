import type { Fault } from "../errors/index.ts";

/** The fault of adding an archived bundle. */
export function archivedBundle(id: string, pointer: string): Fault {
  return {
    pointer,
    code: "bundle_archived",
    detail: `The price bundle ${id} is archived. Use one that is not archived.`,
  };
}
