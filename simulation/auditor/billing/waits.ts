import type { AuditedInvoice } from "../books.ts";
import { Rational } from "../rational.ts";

/** Whether an invoice below zero waits for another draft: it gives back from a line of that, and nothing is owed of a draft yet. */
export function waits({ subscription, lines, tax }: AuditedInvoice): boolean {
  if (
    !Rational.sum(lines.map(({ amount }) => amount))
      .plus(tax.added)
      .isNegative()
  )
    return false;
  const givesBack = lines.flatMap(({ of, corrects, amount }) =>
    amount.isNegative() ? [...(of === undefined ? [] : [of]), ...(corrects ?? [])] : [],
  );
  return subscription.invoices.some(
    (other) =>
      other.issuedAt === null &&
      !other.isVoid &&
      other.lines !== lines &&
      other.lines.some((line) => givesBack.includes(line)),
  );
}
