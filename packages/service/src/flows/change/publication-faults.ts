import type { VersionRow } from "@counterfoil/storage";
import type { Fault } from "../../errors/index.ts";

/** What a draft version lacks before it can be published (R-SUB-3). */
export function publicationFaults(draft: VersionRow): Fault[] {
  const faults: Fault[] = [];
  if (draft.startOn === null) {
    faults.push({
      pointer: "/startDate",
      code: "required",
      detail: "The version has no start date. Set startDate, then publish it.",
    });
  }
  if (draft.priceGroups.every((group) => group.priceIds.length === 0)) {
    faults.push({
      pointer: "/priceGroups",
      code: "required",
      detail: "The version has no prices. Add a price, then publish it.",
    });
  }
  return faults;
}
