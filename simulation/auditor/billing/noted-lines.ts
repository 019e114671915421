import type { NotedLine } from "../../journal/money.ts";
import type { StoredInvoice, StoredLine } from "../../platform/ledger.ts";
import type { AuditedInvoice, AuditedLine, AuditedSubscription } from "../books.ts";
import { Rational } from "../rational.ts";
import { billedBack } from "./given-back.ts";
import { ownOf } from "./takes.ts";

/** A note gives back of a line. What it says of all that was left must be all that the auditor finds left. */
export function noteLine(invoice: AuditedInvoice, noted: NotedLine): void {
  const { subscription } = invoice;
  const line = lineOf(invoice, noted);
  const given = Rational.of(noted.given);
  const left = ownOf(subscription, line).minus(billedBack(subscription, line, invoice));
  const isWithin = given.isNegative() === left.isNegative() && given.abs().compare(left.abs()) <= 0;
  if (!isWithin || (noted.isAll && given.compare(left) !== 0)) {
    const what = `${noted.kind} ${noted.priceId} ${noted.start} → ${noted.end}`;
    throw new Error(
      `a note gives back ${noted.given} of ${what} of ${subscription.made.id}, and ${left.toText()} of ${noted.amount} is left`,
    );
  }
  subscription.noted.set(line, (subscription.noted.get(line) ?? Rational.zero).plus(given));
}

/** What is left of a line as the platform stores it; undefined where the auditor does not have the line. */
export function leftOfLine(
  subscription: AuditedSubscription,
  { billingDate }: StoredInvoice,
  stored: StoredLine,
): Rational | undefined {
  const lines = subscription.invoices.filter((one) => one.billingDate === billingDate && !one.isVoid);
  for (const invoice of lines) {
    const line = invoice.lines.find((one) => isSame(one, { ...stored, group: null }));
    if (line !== undefined) return ownOf(subscription, line).minus(billedBack(subscription, line, invoice));
  }
  return undefined;
}

type Described = Pick<NotedLine, "kind" | "priceId" | "start" | "end" | "group" | "amount">;

function lineOf({ lines, subscription }: AuditedInvoice, noted: NotedLine): AuditedLine {
  const line = lines.find((one) => isSame(one, noted));
  if (line !== undefined) return line;
  throw new Error(`the auditor has no ${noted.kind} ${noted.priceId} of ${noted.amount} of ${subscription.made.id}`);
}

function isSame({ kind, priceId, service, group, amount }: AuditedLine, other: Described): boolean {
  return (
    kind === other.kind &&
    priceId === other.priceId &&
    service.start === other.start &&
    service.end === other.end &&
    group === other.group &&
    amount.compare(Rational.of(other.amount)) === 0
  );
}
