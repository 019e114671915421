import type { AuditedOneOff, Books } from "./books.ts";
import { taxesOfToday, taxOf } from "./billing/tax.ts";
import { toMinorUnit } from "./currency.ts";
import { Rational } from "./rational.ts";

/** An invoice that somebody wrote, with the tax of the moment. */
export function writeOneOff(books: Books, invoiceId: string, written: Omit<AuditedOneOff, "tax">): void {
  const { accountId, currency, lines } = written;
  const parts = amountsOf(written).map(({ amount, taxCategory }) => ({
    amount,
    taxes: taxesOfToday(books, accountId, taxCategory),
  }));
  const tax = taxOf(currency, parts);
  books.oneOffs.set(invoiceId, { accountId, currency, lines, tax });
}

/** Its tax is decided once more when it is issued, or billed again. */
export function taxOneOffAgain(books: Books, invoiceId: string, as = invoiceId): void {
  const written = books.oneOffs.get(invoiceId);
  if (written === undefined) throw new Error(`the journal knows no one-off ${invoiceId}`);
  writeOneOff(books, as, written);
}

/** quantity × unit price of each line, rounded once. */
export function amountsOf({ lines, currency }: Pick<AuditedOneOff, "lines" | "currency">) {
  return lines.map(({ quantity, unitPrice, taxCategory }) => ({
    amount: toMinorUnit(Rational.of(quantity).times(Rational.of(unitPrice)), currency),
    taxCategory,
  }));
}
