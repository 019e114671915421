import {
  type BillingPlan,
  type Contract,
  type ContractPrice,
  Decimal,
  type InvoiceLineDraft,
  type LineExplanation,
  planBilling,
  type Slot,
} from "@counterfoil/engine";
import type { InvoiceLineRow } from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";

/**
 * The plan of a draft whose usage is counted again. What it charges was settled when it was made: its usage lines are rated
 * anew, its other lines stand, and its adjustments follow from both, whatever the contract has become since.
 */
export function planOfDraft(contract: Contract, on: Temporal.PlainDate, lines: readonly InvoiceLineRow[]): BillingPlan {
  const prices = new Map(contract.versions.flatMap((version) => version.prices.map((price) => [price.id, price])));
  const charged = lines.filter((line) => line.adjustmentId === null);
  return {
    on,
    slots: charged.flatMap((line) => (line.kind === "usage" ? [usageSlot(line, prices)] : [])),
    credits: [],
    kept: charged.flatMap((line) => (line.kind === "usage" ? [] : [toLineDraft(line)])),
    thresholds: planBilling(contract, on).thresholds,
  };
}

function usageSlot(line: InvoiceLineRow, prices: ReadonlyMap<string, ContractPrice>): Slot {
  const price = prices.get(line.priceId ?? "");
  if (price === undefined || line.versionId === null) throw new Error(`line ${line.id} has no price that is sold`);
  return { kind: "usage", price, versionId: line.versionId, service: serviceOf(line), proration: null };
}

/** A stored line as billing decided it. */
function toLineDraft(line: InvoiceLineRow): InvoiceLineDraft {
  return {
    kind: line.kind,
    priceId: line.priceId,
    productId: line.productId,
    versionId: line.versionId,
    adjustmentId: line.adjustmentId,
    description: line.description,
    groupName: line.groupName,
    service: serviceOf(line),
    quantity: Decimal.of(line.quantity),
    unitPrice: line.unitPrice === null ? null : Decimal.of(line.unitPrice),
    unitLabel: line.unitLabel,
    amount: Decimal.of(line.amount),
    proration: line.proration,
    // It is stored as it was written: decimals as text, which is what they are written as again.
    explanation: line.explanation as unknown as LineExplanation,
  };
}

function serviceOf(line: InvoiceLineRow): Slot["service"] {
  return { start: Temporal.PlainDate.from(line.periodStart), end: Temporal.PlainDate.from(line.periodEnd) };
}
