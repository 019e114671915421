import type { AuditedInvoice, AuditedLine, AuditedSubscription } from "../books.ts";
import { Rational } from "../rational.ts";
import { standingFor } from "./takes.ts";

/**
 * The drafts that an invoice below zero waits for: it gives back from them, or from invoices that gave back from them, and nothing is
 * owed of a draft yet; or a draft before it charged in the period of one of its limits.
 */
export function awaitedBy(invoice: AuditedInvoice): AuditedInvoice[] {
  const { subscription, lines, tax } = invoice;
  const total = Rational.sum(lines.map(({ amount }) => amount)).plus(tax.added);
  if (!total.isNegative()) return [];
  const sources = sourcesOf(invoice);
  return subscription.invoices.filter(
    (other) =>
      other.issuedAt === null &&
      !other.isVoid &&
      other !== invoice &&
      (sources.has(other) ||
        (isBefore(subscription, other, invoice) && lines.some((line) => isLimitOf(subscription, line, other)))),
  );
}

/** The invoices from which one gives back, and those from which these gave back. */
function sourcesOf(invoice: AuditedInvoice, found = new Set<AuditedInvoice>()): Set<AuditedInvoice> {
  const { subscription } = invoice;
  for (const { amount, of, takes } of invoice.lines) {
    if (!amount.isNegative()) continue;
    const credited = subscription.invoices.filter(
      (other) => !other.isVoid && of !== undefined && other.lines.includes(of),
    );
    const taken = [...(takes ?? new Map<AuditedInvoice, Rational>()).keys()].map((one) =>
      standingFor(subscription, one),
    );
    for (const source of [...credited, ...taken]) {
      if (found.has(source)) continue;
      found.add(source);
      sourcesOf(source, found);
    }
  }
  return found;
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
