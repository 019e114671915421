import type { AuditedSubscription, AuditedVersion, Books } from "./books.ts";
import { billAgainFrom, billUpTo, issueDue } from "./time.ts";

/** Activation publishes all drafts and bills what is due (R-SUB-2). */
export function activate(books: Books, subscription: AuditedSubscription): void {
  const drafts = [...subscription.drafts.values()].toSorted((a, b) => (a.startsOn < b.startsOn ? -1 : 1));
  subscription.published.push(...drafts);
  subscription.drafts.clear();
  subscription.isActive = true;
  billUpTo(books, subscription, books.now);
  issueDue(books);
}

/** A version that is put in force on a day that has begun is billed at once, from that day on (R-SUB-3). */
export function publish(books: Books, subscription: AuditedSubscription, versionId: string): void {
  const version = subscription.drafts.get(versionId);
  if (version === undefined) throw new Error(`the journal knows no draft ${versionId}`);
  subscription.drafts.delete(versionId);
  takeItsPlace(subscription, version);
  if (subscription.isActive) billAgainFrom(books, subscription, version.startsOn);
}

/** A version that begins on the same day as another takes its place: of one whose day had not begun nothing remains. */
function takeItsPlace({ published, billedThrough }: AuditedSubscription, version: AuditedVersion): void {
  const hasBegun = billedThrough !== null && version.startsOn <= billedThrough;
  const kept = published.filter(({ startsOn }) => hasBegun || startsOn !== version.startsOn);
  published.splice(0, published.length, ...kept, version);
}
