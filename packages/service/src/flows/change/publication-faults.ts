import type { VersionRow } from "@counterfoil/storage";
import type { Fault } from "../../errors/index.ts";

/** What a draft version lacks to be published (R-SUB-3). */
export function publicationFaults(draft: VersionRow): Fault[] {
  const faults: Fault[] = [];
  if (draft.startOn === null) {
    faults.push({ pointer: "/startDate", code: "required", detail: "A version needs a start date to be published." });
  }
  if (draft.priceGroups.every((group) => group.priceIds.length === 0)) {
    faults.push({ pointer: "/priceGroups", code: "required", detail: "A version needs a price to be published." });
  }
  return faults;
}
