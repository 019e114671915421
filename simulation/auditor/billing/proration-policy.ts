import type { AuditedSubscription } from "../books.ts";
import type { PriceMade } from "../../journal/catalogue.ts";
import { sells, versionOn } from "../contract.ts";
import { addDays, type Day, type Span } from "../calendar.ts";

/** Whether a price that stops being sold on a day is given back for the rest that was paid (R-SUB-4). */
export function givesBack(subscription: AuditedSubscription, day: Day): boolean {
  const proration = versionOn(subscription, day)?.proration ?? "prorate";
  return proration === "prorate" || proration === "credit_only";
}

/**
 * Whether days that begin to be sold in the middle of a period are charged (R-SUB-4). With which version the contract
 * begins makes no difference: there is no change yet.
 */
export function chargesFrom(subscription: AuditedSubscription, price: PriceMade, run: Span, period: Span): boolean {
  const beginsInside = run.start > period.start && !sells(subscription, price.id, addDays(run.start, -1));
  if (!beginsInside) return true;
  const version = versionOn(subscription, run.start);
  const isFirst = !subscription.published.some((other) => version !== undefined && other.startsOn < version.startsOn);
  const proration = isFirst ? "prorate" : (version?.proration ?? "prorate");
  return proration === "prorate" || proration === "charge_only";
}
