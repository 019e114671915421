import type { AuditedSubscription, Books } from "./books.ts";
import { billAgainFrom, billUpTo, issueAtOnce } from "./time.ts";

/** Activation publishes all drafts and bills what is due (R-SUB-2). */
export function activate(books: Books, subscription: AuditedSubscription): void {
  const drafts = [...subscription.drafts.values()].toSorted((a, b) => (a.startsOn < b.startsOn ? -1 : 1));
  subscription.published.push(...drafts);
  subscription.drafts.clear();
  subscription.isActive = true;
  billUpTo(books, subscription, books.now);
  issueAtOnce(books);
}

/** A version that is put in force on a day that has begun is billed at once, from that day on (R-SUB-3). */
export function publish(books: Books, subscription: AuditedSubscription, versionId: string): void {
  const version = subscription.drafts.get(versionId);
  if (version === undefined) throw new Error(`the journal knows no draft ${versionId}`);
  subscription.drafts.delete(versionId);
  const billedOn = books.invoices.findLast(
    (invoice) => invoice.subscription === subscription && invoice.replaces === null,
  )?.billingDate;
  version.isAfterBilling = billedOn === version.startsOn;
  subscription.published.push(version);
  if (subscription.isActive) billAgainFrom(books, subscription, version.startsOn);
}
