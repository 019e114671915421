import { Temporal } from "temporal-polyfill";
import { type DatePeriod, earlier, isBefore, later } from "../calendar/interval.ts";
import { compareText } from "../compare-text.ts";
import { Decimal } from "../decimal/decimal.ts";
import { adjustmentLines, adjustmentsDue, RANKS } from "./adjust.ts";
import type { AdjustmentDue, SpentBefore } from "./adjustment-due.ts";
import type { BilledLine, LetGoLine } from "./billed-line.ts";
import type { Contract } from "./contract.ts";
import { creditLines } from "./credit.ts";
import type { InvoiceLineDraft } from "./invoice-line-draft.ts";
import { InvoicesLeft } from "./invoices-left.ts";
import type { BillingPlan } from "./plan-billing.ts";
import { rateFixedSlot, rateUsageSlot, type SlotUsage } from "./rate-slot.ts";
import { isUsageSlot, type Slot, type UsageSlot } from "./slot.ts";

/** The inputs of a plan's lines besides the plan itself. */
export interface LineInputs {
  /** The billed lines of a price, as far as they can matter to the plan. */
  billedLines(priceId: string): readonly BilledLine[];
  /** The lines of a price that were voided and not billed again, as far as they can matter to the plan. */
  letGoLines(priceId: string): readonly LetGoLine[];
  usageOf(slot: UsageSlot): SlotUsage;
}

export interface InvoiceDraft {
  readonly lines: readonly InvoiceLineDraft[];
  /** From the first day of service on the invoice to the last. */
  readonly period: DatePeriod;
  readonly subtotal: Decimal;
}

/**
 * The lines of a plan before discounts and spend limits: kept lines, credits and charges.
 * @param relief by invoice, the amount that the new invoice reverses of its discounts and limits (`reliefOf`)
 */
export function decideLines(
  contract: Contract,
  plan: BillingPlan,
  inputs: LineInputs,
  relief?: ReadonlyMap<string, Decimal>,
): InvoiceLineDraft[] {
  const settled = ({ price: { id } }: Slot) => [...inputs.billedLines(id), ...inputs.letGoLines(id)];
  const open = plan.slots.filter((slot) => !settled(slot).some((line) => isSame(line, slot) || standsFor(line, slot)));
  const slots = open.filter((slot) => slot.kind !== "correction" || !open.some((other) => correctsItself(other, slot)));
  const left = new InvoicesLeft(contract, relief);
  const credits = creditLines(contract, plan.credits, (priceId) => inputs.billedLines(priceId), left);
  const charged: InvoiceLineDraft[][] = [];
  for (const { slot, place } of slots.map((one, at) => ({ slot: one, place: at })).toSorted(inOrderOfTaking)) {
    charged[place] = isUsageSlot(slot)
      ? rateUsageSlot(contract, slot, inputs.usageOf(slot), { billed: inputs.billedLines(slot.price.id), left })
      : [rateFixedSlot(contract, slot)];
  }
  return inPrintedOrder(contract, [...plan.kept, ...credits, ...charged.flat()]);
}

/** If less is left of an invoice than of its lines, the usage of the earliest days gets it first. */
function inOrderOfTaking({ slot: a }: { readonly slot: Slot }, { slot: b }: { readonly slot: Slot }): number {
  return (
    Temporal.PlainDate.compare(a.service.start, b.service.start) ||
    compareText(a.price.id, b.price.id) ||
    compareText(a.kind, b.kind)
  );
}

/**
 * Credits come first, then the oldest service, so that arrears are above the advance of the next period. Otherwise the
 * order is that of the sale.
 */
function inPrintedOrder(contract: Contract, lines: readonly InvoiceLineDraft[]): InvoiceLineDraft[] {
  const sold = contract.versions.flatMap((version) => version.prices.map((price) => price.id));
  const placeOf = (line: InvoiceLineDraft) => sold.findIndex((id) => id === line.priceId);
  return lines.toSorted(
    (a, b) =>
      (a.kind === "credit" ? 0 : 1) - (b.kind === "credit" ? 0 : 1) ||
      Temporal.PlainDate.compare(a.service.start, b.service.start) ||
      placeOf(a) - placeOf(b),
  );
}

/** Overage that is billed in parts counts from the start of its period, so its next part corrects the earlier parts. */
function correctsItself(slot: Slot, correction: UsageSlot): boolean {
  return (
    slot.kind === "usage" &&
    slot.price.id === correction.price.id &&
    slot.versionId === correction.versionId &&
    slot.countsFrom.equals(correction.countsFrom)
  );
}

/**
 * Whether a line bills the slot already, or billed it on a voided invoice. Never true for a correction: it adds to what
 * is billed.
 */
function isSame(line: LetGoLine, slot: Slot): boolean {
  const isSamePart = line.kind === slot.kind && line.versionId === slot.versionId;
  return isSamePart && slot.kind !== "correction" && line.service.start.equals(slot.service.start);
}

/** Whether a line of the same price stays charged for the days of a slot. */
function standsFor({ kind, versionId, service }: LetGoLine, slot: Slot): boolean {
  if (kind !== "recurring" || slot.kind !== "recurring") return false;
  return slot.unless.some((other) => other.versionId === versionId && other.on.equals(service.start));
}

/**
 * All lines of a subscription that fall due on one billing date, as one invoice (R-INV-4), or undefined if nothing is
 * due. Calls `spentBefore` for each adjustment that the lines may cause (`possibleAdjustments` returns them
 * beforehand).
 */
export function assembleInvoice(
  contract: Contract,
  plan: BillingPlan,
  decided: readonly InvoiceLineDraft[],
  spentBefore: (due: AdjustmentDue) => SpentBefore,
): InvoiceDraft | undefined {
  if (contract.invoicesFrom !== null && isBefore(plan.on, contract.invoicesFrom)) return undefined;
  const lines = [...decided];
  for (const rank of RANKS) {
    for (const due of adjustmentsDue(contract, plan.on, lines, rank)) {
      lines.push(...adjustmentLines(contract, due, lines, spentBefore(due)));
    }
  }
  // Adjustments have their own periods, so the invoice's period comes from its other lines if there are any.
  const [first, ...rest] = decided.length === 0 ? lines : decided;
  if (first === undefined) return undefined;
  const period = rest.reduce<DatePeriod>(
    (whole, line) => ({ start: earlier(whole.start, line.service.start), end: later(whole.end, line.service.end) }),
    first.service,
  );
  return { lines, period, subtotal: Decimal.sum(lines.map((line) => line.amount)) };
}
