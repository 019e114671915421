import type { CancellationMade, PauseMade } from "../journal/subscription.ts";
import type { AuditedSubscription, Books } from "./books.ts";
import type { Day } from "./calendar.ts";
import { cancellationDay, pauseDay } from "./change.ts";
import { today } from "./effective-day.ts";
import { billAgainFrom, billThrough } from "./time.ts";

export function pause(books: Books, subscription: AuditedSubscription, made: PauseMade): void {
  const startsOn = pauseDay(books, subscription, made.effective);
  subscription.pauses.push({ startsOn, endsOn: made.resumesOn });
  billAgainFrom(books, subscription, startsOn);
}

/** `now`: the current local day is served again. A pause that would end by its first day never was (R-SUB-6). */
export function resume(books: Books, subscription: AuditedSubscription, effective: string): void {
  const pauseNow = subscription.pauses.at(-1);
  if (pauseNow === undefined) throw new Error(`${subscription.made.id} was never paused`);
  const endsOn: Day = effective === "now" ? today(books, subscription) : effective;
  if (endsOn > pauseNow.startsOn) pauseNow.endsOn = endsOn;
  else subscription.pauses.pop();
  billAgainFrom(books, subscription, endsOn > pauseNow.startsOn ? endsOn : pauseNow.startsOn);
}

/** Until its end the subscription runs on; with `invoiceNow` the last invoice is made at once. */
export function cancel(books: Books, subscription: AuditedSubscription, made: CancellationMade): void {
  const on = cancellationDay(books, subscription, made);
  subscription.cancellation = { on, givesBack: made.credit === "prorate" };
  if (made.invoiceNow) billThrough(books, subscription, on);
  billAgainFrom(books, subscription, on);
  // The end was looked at ahead, and with that the contract is over, also where nothing was due.
  if (made.invoiceNow) subscription.billedThrough = on;
}

export function withdraw(books: Books, subscription: AuditedSubscription): void {
  const { cancellation } = subscription;
  if (cancellation === null) throw new Error(`${subscription.made.id} was not canceled`);
  subscription.cancellation = null;
  billAgainFrom(books, subscription, cancellation.on);
}
