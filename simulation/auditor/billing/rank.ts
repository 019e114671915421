import type { AuditedLine } from "../books.ts";

/** What a price's adjustments and then the subscription's come after: lines first, then as R-SUB-8 orders them. */
const STEPS = ["discount", "minimum", "maximum"] as const;

export function rankOf({ kind, priceId }: Pick<AuditedLine, "kind" | "priceId">): number {
  const step = STEPS.findIndex((one) => one === kind);
  return step < 0 ? 0 : step + 1 + (priceId === null ? STEPS.length : 0);
}
