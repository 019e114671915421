import type { Temporal } from "temporal-polyfill";
import { neverCalled } from "../assertions.ts";
import type { AdjustmentDue, SpentBefore } from "../billing/adjustment-due.ts";
import { assembleInvoice, decideLines, type LineInputs } from "../billing/assemble-invoice.ts";
import { billedPeriodAt } from "../billing/billed-period.ts";
import { nextBillingDate } from "../billing/billing-date.ts";
import { arrearsInterval, type Contract, isInScope, placeOfScope } from "../billing/contract.ts";
import type { InvoiceLineDraft } from "../billing/invoice-line-draft.ts";
import { planBilling } from "../billing/plan-billing.ts";
import { segments } from "../billing/segment.ts";
import { isUsageSlot } from "../billing/slot.ts";
import { type DatePeriod, dayBefore, earlier, isBefore, later } from "../calendar/interval.ts";
import { Decimal } from "../decimal/decimal.ts";

/** What a contract bills on one date regardless of usage, after discounts and before taxes, in its currency. */
export interface ForecastAmount {
  readonly on: Temporal.PlainDate;
  readonly amount: Decimal;
}

/**
 * What a contract will bill on the days of a period: recurring prices, prepaid units and one-off prices, after
 * discounts, as far as versions, trials, pauses and ends are known. Usage, spend limits, credit for days that were
 * billed before, and taxes are not included.
 */
export function foreseenCharges(contract: Contract, { start, end }: DatePeriod): ForecastAmount[] {
  // Spend limits depend on usage, which is not known.
  const terms: Contract = { ...contract, thresholds: [] };
  const before: InvoiceLineDraft[] = [];
  const charges: ForecastAmount[] = [];
  let on = nextBillingDate(terms, dayBefore(countedFrom(terms, start)));
  for (; on !== null && isBefore(on, end); on = nextBillingDate(terms, on)) {
    const plan = planBilling(terms, on);
    const fixed = { ...plan, slots: plan.slots.filter((slot) => !isUsageSlot(slot)), credits: [] };
    const invoice = assembleInvoice(terms, fixed, decideLines(terms, fixed, NO_EARLIER_LINES), (due) =>
      spentOn(terms, before, due),
    );
    if (invoice === undefined) continue;
    before.push(...invoice.lines);
    if (!isBefore(on, start)) charges.push({ on, amount: invoice.subtotal });
  }
  return charges;
}

/**
 * A discount of an amount is used up by all invoices of its period, so the invoices from the start of that period are
 * computed too. Arrears count in the period in which their service began.
 */
function countedFrom(contract: Contract, start: Temporal.PlainDate): Temporal.PlainDate {
  const last = later(dayBefore(start), contract.startsOn);
  const first = segments(contract)
    .flatMap(({ price }) => arrearsInterval(price) ?? [])
    .map((interval) => billedPeriodAt(contract, interval, last).span.start)
    .reduce(earlier, start);
  return contract.discounts
    .filter(({ type }) => type === "amount")
    .map(({ interval }) => billedPeriodAt(contract, interval, later(first, contract.startsOn)).span.start)
    .reduce(earlier, start);
}

const NO_EARLIER_LINES: LineInputs = {
  billedLines: () => [],
  letGoLines: () => [],
  usageOf: neverCalled("the plan of a foreseen invoice has no usage"),
};

/** The amounts of earlier foreseen invoices for a discount's period and scope. */
function spentOn(
  contract: Contract,
  lines: readonly InvoiceLineDraft[],
  { source, period }: AdjustmentDue,
): SpentBefore {
  const counted = lines.filter(
    (line) =>
      isInScope(source.scope, line) && !isBefore(line.countedOn, period.start) && isBefore(line.countedOn, period.end),
  );
  const sumOf = (some: readonly InvoiceLineDraft[]) => Decimal.sum(some.map(({ amount }) => amount));
  return {
    spent: sumOf(counted.filter((line) => placeOf(contract, line) < placeOfScope(source.scope))),
    adjusted: sumOf(counted.filter(({ adjustmentId }) => adjustmentId === source.id)),
    oneOffs: sumOf(counted.filter(({ kind }) => kind === "one_off")),
  };
}

/** Before all discounts for a charge, and for a discount its position in the order of application. */
function placeOf({ discounts }: Contract, { adjustmentId }: InvoiceLineDraft): number {
  const discount = discounts.find(({ id }) => id === adjustmentId);
  return discount === undefined ? -1 : placeOfScope(discount.scope);
}
