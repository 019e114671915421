import type { BilledPlace } from "../../journal/money.ts";
import type { AuditedInvoice, AuditedLine, Books } from "../books.ts";
import { writeDraft } from "./bill-day.ts";
import { decidedAgain } from "./issue.ts";
import { isPrepaid } from "./price-kind.ts";
import { rankOf } from "./rank.ts";
import { keyOf } from "./late-usage.ts";
import { priceOf } from "../contract.ts";

/**
 * To billing a void invoice is as if it had never been (R-INV-2): nothing counts its lines, and late usage of it is not
 * corrected. Billed again, a draft takes its place, whose usage is counted by now. Otherwise its days are not billed again.
 */
export function voidInvoice(books: Books, place: BilledPlace, isRebilled: boolean): void {
  const invoice = billedInvoice(books, place);
  const { billingDate } = place;
  const { subscription, lines } = invoice;
  invoice.isVoid = true;
  const others = subscription.lines.filter((line) => !lines.includes(line));
  subscription.lines.splice(0, subscription.lines.length, ...others);
  for (const line of lines) if (line.kind === "usage") subscription.late.delete(keyOf(line));
  if (!isRebilled) {
    subscription.letGo.push(...lines.filter((line) => rankOf(line) === 0));
    return;
  }
  const again = decidedAgain(books, invoice, others);
  // The days that these lines paid for go on being paid by them; the void invoice shows copies.
  invoice.lines = lines.map((line) => ({ ...line }));
  writeDraft(books, subscription, billingDate, again, books.now, invoice);
  reviewLaterParts(books, invoice);
}

/** Where an invoice is among those of its subscription and billing date. */
export function billedPlace({ invoices }: Books, invoice: AuditedInvoice): BilledPlace {
  const { subscription, billingDate } = invoice;
  const same = invoices.filter((one) => one.subscription === subscription && one.billingDate === billingDate);
  return { subscriptionId: subscription.made.id, billingDate, nth: same.indexOf(invoice) };
}

export function billedInvoice(books: Books, { subscriptionId, billingDate, nth }: BilledPlace): AuditedInvoice {
  const invoice = books.invoices.filter(
    (one) => one.subscription.made.id === subscriptionId && one.billingDate === billingDate,
  )[nth];
  if (invoice === undefined) throw new Error(`the auditor has no ${nth}th invoice of ${subscriptionId}`);
  return invoice;
}

/** Later parts of overage take off what this one came to: they are looked at again. */
function reviewLaterParts(books: Books, { subscription, lines }: AuditedInvoice): void {
  const issued = books.invoices.filter(
    (one) => one.subscription === subscription && one.issuedAt !== null && !one.isVoid,
  );
  for (const line of lines.filter((one) => one.kind === "usage" && isPrepaid(priceOf(books, one.priceId ?? "")))) {
    const isLater = (part: AuditedLine): boolean =>
      part.kind === "usage" &&
      part.priceId === line.priceId &&
      part.countsFrom === line.countsFrom &&
      part.service.start > line.service.start;
    for (const part of issued.flatMap((one) => one.lines.filter(isLater))) subscription.late.add(keyOf(part));
  }
}
