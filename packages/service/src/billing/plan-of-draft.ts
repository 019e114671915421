import {
  type BillingInterval,
  type BillingPlan,
  type Contract,
  countedInterval,
  type DatePeriod,
  Decimal,
  type InvoiceLineDraft,
  type LineExplanation,
  readLineText,
  type Segment,
  segments,
  usageSlot,
  type UsageSlot,
} from "@counterfoil/engine";
import type { InvoiceLineRow } from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";

/**
 * The plan of a draft whose usage is counted again. Its charges were settled when it was made: its usage is rated
 * again, its other lines stay, and its adjustments follow from both, whatever changed in the contract since.
 */
export function planOfDraft(contract: Contract, on: Temporal.PlainDate, lines: readonly InvoiceLineRow[]): BillingPlan {
  const charged = lines.filter((line) => line.adjustmentId === null);
  const counted = charged.filter((line) => isUsageKind(line.kind));
  const parts = new Map(
    counted.map((line) => [`${line.kind} ${line.priceId} ${line.versionId} ${line.periodStart}`, line]),
  );
  const sold = segments(contract);
  return {
    on,
    slots: [...parts.values()].map((line) => draftUsageSlot(contract, sold, line)),
    credits: [],
    kept: charged.flatMap((line) => (isUsageKind(line.kind) ? [] : [toLineDraft(line, intervalOf(sold, line))])),
  };
}

function isUsageKind(kind: InvoiceLineRow["kind"]): kind is UsageSlot["kind"] {
  return kind === "usage" || kind === "correction";
}

/** Several lines of one usage, split by groups, are one slot. */
function draftUsageSlot(contract: Contract, sold: readonly Segment[], line: InvoiceLineRow): UsageSlot {
  const segment = sold.find(({ price, versionId }) => price.id === line.priceId && versionId === line.versionId);
  if (segment === undefined || !isUsageKind(line.kind)) throw new Error(`line ${line.id} has no price that is sold`);
  return usageSlot(contract, segment, serviceOf(line), line.kind);
}

/** The interval that a line is for. For a line written before this was stored, the interval of its price. */
function intervalOf(sold: readonly Segment[], line: InvoiceLineRow): BillingInterval | null {
  const segment = sold.find(({ price }) => price.id === line.priceId);
  return line.countedInterval ?? (segment === undefined ? null : countedInterval(segment.price));
}

/** A stored line as billing decided it. */
function toLineDraft(line: InvoiceLineRow, interval: BillingInterval | null): InvoiceLineDraft {
  return {
    kind: line.kind,
    priceId: line.priceId,
    productId: line.productId,
    versionId: line.versionId,
    adjustmentId: line.adjustmentId,
    scopePriceIds: line.scopePriceIds ?? null,
    text: readLineText(line),
    groupName: line.groupName,
    usageGroup: line.usageGroup,
    service: serviceOf(line),
    countedOn: Temporal.PlainDate.from(line.countedOn),
    countedInterval: interval,
    quantity: Decimal.of(line.quantity),
    unitPrice: line.unitPrice === null ? null : Decimal.of(line.unitPrice),
    unitLabel: line.unitLabel,
    amount: Decimal.of(line.amount),
    proration: line.proration,
    explanation: toExplanation(line.explanation),
  };
}

/**
 * The explanation stays as it was written, with decimals as text, and is written again unchanged. Only what discounts
 * use is parsed.
 */
function toExplanation(stored: InvoiceLineRow["explanation"]): LineExplanation {
  const explanation = stored as unknown as LineExplanation;
  const takenOff = stored.basis?.["takenOff"] as { adjustmentId: string; amount: string }[] | undefined;
  if (takenOff === undefined || explanation.basis.kind !== "credit") return explanation;
  const read = takenOff.map((one) => ({ ...one, amount: Decimal.of(one.amount) }));
  return { ...explanation, basis: { ...explanation.basis, takenOff: read } };
}

function serviceOf(line: InvoiceLineRow): DatePeriod {
  return { start: Temporal.PlainDate.from(line.periodStart), end: Temporal.PlainDate.from(line.periodEnd) };
}
