import type { Fault } from "../errors/index.ts";

/** An archived bundle is not sold anew. */
export function archivedBundle(id: string, pointer: string): Fault {
  return { pointer, code: "bundle_archived", detail: `The price bundle ${id} is archived, and is not sold anew.` };
}
