import { addIntervals, instantText, startOfDay } from "@counterfoil/engine";
import { Temporal } from "temporal-polyfill";
import type { Signing } from "./contracts.ts";
import type { Customer } from "./customers.ts";

/** When things happen to one customer; instants are ISO text. */
export interface Course {
  readonly customer: Customer;
  readonly signing: Signing;
  readonly startsOn: Temporal.PlainDate;
  readonly signedUpAt: string;
  readonly draftedAt: string;
  readonly activatedAt: string;
  /** The contract's end where it has passed, else the present. */
  readonly usesUntil: string;
  /** When the worker finds something to bill or to issue. */
  readonly wakesAt: readonly string[];
}

/** Hours between the billing of a draft and its issue: the seller's grace. */
export const GRACE_HOURS = 48;
/** The worker looks every quarter second; it needs a moment. */
const WORKER_DELAY = { milliseconds: 350 };

export function courseOf(customer: Customer, signing: Signing, now: Temporal.Instant): Course {
  const zone = customer.timezone;
  const today = now.toZonedDateTimeISO(zone).toPlainDate();
  const isDraft = signing.status === "draft";
  const month = today.toPlainYearMonth().subtract({ months: signing.monthsAgo });
  const startsOn = month.toPlainDate({ day: signing.day });
  // What is still being talked about starts next month; the talks began last week.
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

/** Each month on the anchor's day: when the period is billed, and when its draft's grace is over. */
function wakes(anchor: Temporal.PlainDate, timeZone: string, now: Temporal.Instant): string[] {
  const instants: string[] = [];
  for (let month = 0; ; month += 1) {
    const billed = startOfDay(addIntervals(anchor, "monthly", month), timeZone);
    if (Temporal.Instant.compare(billed, now) > 0) return instants;
    instants.push(
      instantText(billed.add(WORKER_DELAY)),
      instantText(billed.add({ hours: GRACE_HOURS }).add(WORKER_DELAY)),
    );
  }
}

function earliest(one: string, other: string): string {
  return one < other ? one : other;
}
