import { Decimal } from "@counterfoil/engine";
import { findPrices, type InvoiceLineRow, type Tx } from "@counterfoil/storage";
import { DomainError } from "../errors/index.ts";
import type { WrittenInvoice } from "../invoices/index.ts";

/** 409 for a preview of an invoice. */
export async function refuseUnpriced(tx: Tx, { lines }: WrittenInvoice): Promise<void> {
  const cause = await unpricedCause(tx, lines);
  if (cause !== undefined) throw new DomainError("state_conflict", cause);
}

/** Which price lacks a value for which usage, and how to fix it. Undefined if nothing is missing. */
export async function unpricedCause(tx: Tx, lines: readonly InvoiceLineRow[]): Promise<string | undefined> {
  const unpriced = lines.map((line) => ({ line, used: unpricedUsage(line) })).filter(({ used }) => used.length > 0);
  if (unpriced.length === 0) return undefined;
  const prices = await findPrices(tx, [...new Set(unpriced.flatMap(({ line }) => line.priceId ?? []))]);
  const causes = unpriced.map(({ line: { priceId, description }, used }) => {
    const metrics = prices.find(({ id }) => id === priceId)?.metrics.map(({ name }) => name) ?? [];
    return (
      `The price ${JSON.stringify(description)} (${priceId}) has no amount for this usage of ${metrics.join(", ")}: ` +
      `${used.join("; ")}. Set matrixPricingModel.defaultPricePerUnit with PATCH /prices/${priceId}, ` +
      "then issue the invoice."
    );
  });
  return [...new Set(causes)].join(" ");
}

/** `region=ap: 250`: the usage of each combination without a price. Usage that was taken back needs no price. */
function unpricedUsage({ explanation: { steps } }: InvoiceLineRow): string[] {
  return steps.flatMap(({ kind, label, quantity }) => {
    if (kind !== "unpriced" || typeof quantity !== "string" || Decimal.of(quantity).isZero()) return [];
    return [`${label}: ${Decimal.of(quantity).toCanonical()}`];
  });
}
