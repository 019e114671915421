import { Decimal, type PayableInvoice, type PayableLine, type UsableGrant } from "@counterfoil/engine";
import { type CreditGrantRow, findPrices, type InvoiceLineRow, type Tx } from "@counterfoil/storage";
import { countedPlaces } from "../frozen-lines/index.ts";
import type { WrittenInvoice } from "../invoices/index.ts";

/**
 * Invoices in the form that these grants need to pay them: each line with its tax, and if a grant has units of a metric, with the
 * metric that it counts.
 */
export async function payableInvoices(
  tx: Tx,
  invoices: readonly WrittenInvoice[],
  grants: readonly CreditGrantRow[],
): Promise<(written: WrittenInvoice) => PayableInvoice> {
  const isByUnits = grants.some(({ metricId }) => metricId !== null);
  const usage = isByUnits ? invoices.flatMap(({ lines }) => lines.filter(isUsage)) : [];
  const prices = await findPrices(tx, [...new Set(usage.flatMap(({ priceId }) => priceId ?? []))]);
  const metricOf = new Map(
    prices.map(({ id, metrics }) => [id, metrics.length === 1 ? (metrics[0]?.id ?? null) : null]),
  );
  return ({ invoice: { currency, total }, lines }) => ({
    currency,
    total: Decimal.of(total),
    lines: lines.map((line) => ({
      id: line.id,
      productId: line.productId,
      metricId: isUsage(line) ? (metricOf.get(line.priceId ?? "") ?? null) : null,
      quantity: Decimal.of(line.quantity),
      amount: withTax(line),
      ...countedBy(line, lines),
    })),
  });
}

/** The lines from which an adjustment was decided. */
function countedBy(line: InvoiceLineRow, lines: readonly InvoiceLineRow[]): Pick<PayableLine, "counts"> {
  if (line.explanation.basis?.kind !== "adjustment") return {};
  return { counts: countedPlaces(line).flatMap((position) => lines[position]?.id ?? []) };
}

function isUsage({ kind }: InvoiceLineRow): boolean {
  return kind === "usage" || kind === "correction";
}

/** A line's amount with tax, whether the tax is included or comes on top. */
export function withTax({ amount, taxes }: InvoiceLineRow): Decimal {
  if (!taxes || taxes.length === 0) return Decimal.of(amount);
  return Decimal.sum(
    taxes.map((part) => {
      const [first] = part.taxes;
      if (first === undefined) return Decimal.of(part.amount);
      return Decimal.of(first.base).plus(Decimal.sum(part.taxes.map((share) => Decimal.of(share.amount))));
    }),
  );
}

export function toUsableGrant({ id, currency, metricId, balance, productIds }: CreditGrantRow): UsableGrant {
  return { id, currency, metricId, balance: Decimal.of(balance), productIds };
}
