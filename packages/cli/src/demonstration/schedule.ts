import { addIntervals, instantText, startOfDay } from "@counterfoil/engine";
import { Temporal } from "temporal-polyfill";
import type { Signing } from "./contracts.ts";
import type { Customer } from "./customers.ts";

/** When things happen to one customer. Instants are ISO text. */
export interface Course {
  readonly customer: Customer;
  readonly signing: Signing;
  readonly startsOn: Temporal.PlainDate;
  readonly signedUpAt: string;
  readonly draftedAt: string;
  readonly activatedAt: string;
  /** The end of the contract if it has passed, otherwise the present. */
  readonly usesUntil: string;
  /** When the worker finds something to bill or issue. */
  readonly wakesAt: readonly string[];
}

/** Hours between the billing of a draft and its issue: the seller's grace period. */
export const GRACE_HOURS = 48;
/** A worker bills the periods of all time zones once a day, shortly after this hour (UTC). */
const BILLING_HOUR = 12;
/** What a worker needs for its work. */
const WORKER_DELAY = { milliseconds: 350 };

export function courseOf(customer: Customer, signing: Signing, now: Temporal.Instant): Course {
  const zone = customer.timezone;
  const today = now.toZonedDateTimeISO(zone).toPlainDate();
  const isDraft = signing.status === "draft";
  const month = today.toPlainYearMonth().subtract({ months: signing.monthsAgo });
  const startsOn = month.toPlainDate({ day: signing.day });
  // A contract that is still being negotiated starts next month; the negotiation began last week.
  const before = (days: number) => (isDraft ? today : startsOn).subtract({ days });
  const at = (date: Temporal.PlainDate, plainTime: string) =>
    instantText(date.toZonedDateTime({ timeZone: zone, plainTime }).toInstant());
  const { contractDuration, autoRenew } = signing.terms;
  const endsOn = contractDuration && autoRenew !== true ? addIntervals(startsOn, "monthly", contractDuration) : null;
  const anchor = startsOn.add({ days: signing.terms.trialPeriodDays ?? 0 });
  return {
    customer,
    signing,
    startsOn,
    signedUpAt: at(before(9), "10:24:00"),
    draftedAt: at(before(3), "15:08:00"),
    activatedAt: at(startsOn, "00:00:00"),
    usesUntil: endsOn === null ? instantText(now) : earliest(at(endsOn, "00:00:00"), instantText(now)),
    wakesAt: isDraft ? [] : wakes(anchor, zone, now),
  };
}

/** Each month on the day of the anchor: when the period is billed, and when the grace period of its draft ends. */
function wakes(anchor: Temporal.PlainDate, timeZone: string, now: Temporal.Instant): string[] {
  const instants: string[] = [];
  for (let month = 0; ; month += 1) {
    const billed = nextBilling(startOfDay(addIntervals(anchor, "monthly", month), timeZone));
    if (Temporal.Instant.compare(billed, now) > 0) return instants;
    instants.push(
      instantText(billed.add(WORKER_DELAY)),
      instantText(billed.add({ hours: GRACE_HOURS }).add(WORKER_DELAY)),
    );
  }
}

/**
 * The first billing hour from an instant on. One pass of the worker for the midnights of all time zones, instead of one
 * for each, needs far fewer statements to create the demo data.
 */
function nextBilling(instant: Temporal.Instant): Temporal.Instant {
  const sameDay = instant.toZonedDateTimeISO("UTC").startOfDay().add({ hours: BILLING_HOUR }).toInstant();
  return Temporal.Instant.compare(sameDay, instant) >= 0 ? sameDay : sameDay.add({ hours: 24 });
}

function earliest(one: string, other: string): string {
  return one < other ? one : other;
}
