import { Decimal, type LinePart, minorUnits } from "@counterfoil/engine";
import {
  findLimitedLines,
  type InvoiceLineRow,
  type LimitedLineRow,
  type LimitQuestion,
  type Tx,
} from "@counterfoil/storage";
import type { WrittenInvoice } from "../invoices/index.ts";
import { linePartsOf } from "./corrected-taxes.ts";

/**
 * What other invoices billed in the period of a limit, in parts under their taxes. Undefined for any other line, and if
 * there is nothing. `decided` are lines of drafts, by ID, whose taxes were just decided and are not written yet.
 */
export type LimitedTaxes = (
  line: Pick<InvoiceLineRow, "id">,
  decided?: ReadonlyMap<string, readonly LinePart[]>,
) => readonly LinePart[] | undefined;

/**
 * Reads the frozen taxes of charges that limits reduce. An end or a pause in the middle of a period takes off what
 * earlier invoices charged, so it has the taxes of those charges, whatever changed in the rates and the parties since
 * (R-INV-6, R-SUB-8).
 */
export async function readLimitedTaxes(tx: Tx, drafts: readonly WrittenInvoice[]): Promise<LimitedTaxes> {
  const rows = await findLimitedLines(tx, drafts.flatMap(questionsOf));
  const rowsOf = Map.groupBy(rows, ({ key }) => key);
  const currencyOf = new Map(drafts.flatMap(({ invoice, lines }) => lines.map(({ id }) => [id, invoice.currency])));
  return ({ id }, decided) => {
    const currency = currencyOf.get(id) ?? "";
    return rowsOf.get(id)?.flatMap((row) => {
      const parts = decided?.get(row.lineId) ?? linePartsOf(row);
      return parts.map((part) => ({ ...part, amount: amountInPeriod(part.amount, row, currency) }));
    });
  };
}

/** A true-up that charges has the taxes of its day, like every charge. */
function questionsOf({ invoice, lines }: WrittenInvoice): LimitQuestion[] {
  return lines.flatMap(
    ({ id, kind, subscriptionId, priceId, adjustmentId, countedInterval, amount, explanation, ...line }) => {
      const { scopePriceIds = null } = line;
      const isLimit = kind === "maximum" || (kind === "minimum" && Decimal.of(amount).isNegative());
      const period = explanation.basis?.["period"] as { start: string; end: string } | undefined;
      if (!isLimit || period === undefined) return [];
      const limit = { key: id, subscriptionId, priceId, scopePriceIds, adjustmentId, kind, interval: countedInterval };
      return [
        { ...limit, start: period.start, end: period.end, invoiceId: invoice.id, billingDate: invoice.billingDate },
      ];
    },
  );
}

/** For a line that also serves other periods, the share of its days. */
function amountInPeriod(amount: Decimal, { days, daysInPeriod }: LimitedLineRow, currency: string): Decimal {
  if (days === daysInPeriod) return amount;
  const share = amount.times(Decimal.ofInteger(daysInPeriod));
  return share.dividedBy(Decimal.ofInteger(days), minorUnits(currency), "half_away_from_zero");
}
