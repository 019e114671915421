import { Temporal } from "temporal-polyfill";
import type { LoadedContract } from "../../contracts/index.ts";
import { invalid, refuseFaults } from "../../errors/index.ts";
import { dayOf, lastPeriodEnd } from "../../subscriptions/index.ts";

export interface EndInput {
  /** `now` (the current local day counts as used), `period_end`, `contract_end`, an instant or a local day. */
  effective?: string;
  /** Creates the last invoice in this call instead of at the end of the current day. */
  invoiceNow?: boolean;
}

/** The first day without service when a contract is canceled on a day. It is never after the agreed end (R-SUB-6). */
export function endDay(loaded: LoadedContract, input: EndInput, day: Temporal.PlainDate): Temporal.PlainDate {
  const { effective = "now", invoiceNow = false } = input;
  const { contractEndOn, autoRenew } = loaded.subscription;
  if (invoiceNow && effective !== "now") {
    const detail =
      "invoiceNow applies only to cancellations with effective now. Leave it out: " +
      "the final invoice is created at the end.";
    refuseFaults([{ pointer: "/invoiceNow", code: "only_effective_now", detail }]);
  }
  if (effective === "contract_end") {
    if (contractEndOn !== null) return Temporal.PlainDate.from(contractEndOn);
    throw invalid([
      {
        pointer: "/effective",
        code: "no_contract_end",
        detail: "The contract has no end date. Use now, period_end or a date.",
      },
    ]);
  }
  const end =
    effective === "now"
      ? day.add({ days: 1 })
      : effective === "period_end"
        ? lastPeriodEnd(loaded, day)
        : dayOf(loaded, effective);
  if (!autoRenew && contractEndOn !== null && contractEndOn < end.toString())
    return Temporal.PlainDate.from(contractEndOn);
  return end;
}
