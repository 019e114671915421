import type { AuditedInvoice, AuditedLine, AuditedSubscription } from "../books.ts";
import { Rational } from "../rational.ts";

/**
 * Whether an invoice below zero waits for another draft: it gives back from a line of that, and nothing is owed of a draft yet;
 * or a draft before it charged in the period of one of its limits.
 */
export function waits(invoice: AuditedInvoice): boolean {
  const { subscription, lines, tax } = invoice;
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
      (other.lines.some((line) => givesBack.includes(line)) ||
        (isBefore(subscription, other, invoice) && lines.some((line) => isLimitOf(subscription, line, other)))),
  );
}

function isBefore({ invoices }: AuditedSubscription, one: AuditedInvoice, other: AuditedInvoice): boolean {
  if (one.billingDate !== other.billingDate) return one.billingDate < other.billingDate;
  return invoices.indexOf(one) < invoices.indexOf(other);
}

/** Whether an invoice charged in the period of a limit. */
function isLimitOf({ made }: AuditedSubscription, limit: AuditedLine, { lines }: AuditedInvoice): boolean {
  if (limit.kind !== "minimum" && limit.kind !== "maximum") return false;
  return lines.some(
    ({ priceId, service, amount }) =>
      (limit.source === made.id || limit.source === priceId) &&
      amount.isPositive() &&
      service.start < limit.service.end &&
      service.end > limit.service.start,
  );
}
