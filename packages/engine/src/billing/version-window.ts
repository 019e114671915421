import type { Temporal } from "temporal-polyfill";
import { isBefore } from "../calendar/interval.ts";
import type { Contract, VersionWindow } from "./contract.ts";
import type { InvoiceLineDraft } from "./invoice-line-draft.ts";

/** What determines under which version a line was sold. */
export type SoldLine = Pick<InvoiceLineDraft, "countedOn"> & Partial<Pick<InvoiceLineDraft, "kind" | "versionId">>;

export function isInWindow(day: Temporal.PlainDate, { startsOn, endsOn }: Omit<VersionWindow, "versionIds">): boolean {
  return !isBefore(day, startsOn) && (endsOn === null || isBefore(day, endsOn));
}

/**
 * The version that a credit reverses, if the credit's `countedOn` suggests another one. A version can replace, on its
 * first day, what was billed for that day already. The adjustments of the replaced lines are reversed with them, but
 * not those of the new version.
 */
export function replacedVersion({ versions }: Pick<Contract, "versions">, line: SoldLine): string | undefined {
  if (line.kind !== "credit") return undefined;
  const first = versions.findIndex(({ isAfterBilling, startsOn }) => isAfterBilling && startsOn.equals(line.countedOn));
  if (first === -1) return undefined;
  const since = versions.slice(first).filter(({ startsOn }) => startsOn.equals(line.countedOn));
  return since.find(({ id }) => id === line.versionId)?.id ?? versions[first - 1]?.id;
}

/** Whether a line was sold during a window. True for every line if there is no window. */
export function isSoldIn(
  contract: Pick<Contract, "versions">,
  window: VersionWindow | undefined,
  line: SoldLine,
): boolean {
  if (window === undefined) return true;
  const replaced = replacedVersion(contract, line);
  return replaced === undefined ? isInWindow(line.countedOn, window) : window.versionIds.includes(replaced);
}
