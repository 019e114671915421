import { Decimal } from "@counterfoil/engine";
import type { Decision } from "../billing/index.ts";
import type { JudgedUsage } from "./judged-periods.ts";

/** The quantity or amount of usage, or why it could not be determined. */
export type JudgedValue = { readonly value: Decimal } | { readonly failure: string };

/**
 * The amount of the prices: their lines with their own discount and maximum. A minimum is not usage, and adjustments of
 * the whole subscription belong to no price.
 */
export function amountOf({ billed }: Pick<JudgedUsage, "billed">, decision: Decision | undefined): JudgedValue {
  if (decision?.kind === "failed") return { failure: decision.failure };
  const own = new Set(billed?.plan.slots.map(({ price }) => price.id));
  const lines = decision?.kind === "invoice" ? decision.draft.lines : [];
  const counted = lines.filter(({ kind, priceId }) => kind !== "minimum" && priceId !== null && own.has(priceId));
  return { value: Decimal.sum(counted.map(({ amount }) => amount)) };
}
