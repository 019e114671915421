import { Temporal } from "temporal-polyfill";
import type { Customer } from "./customers.ts";
import { eventNames } from "./products.ts";
import { type Random, seededRandom } from "./random.ts";

/** A usage event as it is sent (R-EVT-1). */
export interface SentEvent {
  readonly uniqueId: string;
  readonly account: string;
  readonly eventName: string;
  readonly properties: Readonly<Record<string, string | number>>;
  readonly timestamp: string;
  /** What it costs the seller. */
  readonly cost?: { readonly amount: string; readonly currency: string };
}

/** Who uses how much of all usage (in percent), and from which instant to which. */
export interface Use {
  readonly customer: Customer;
  readonly share: number;
  readonly from: string;
  readonly until: string;
}

/** Gateway reports and settlements per day, over all customers, at the start of the demo data. */
const REPORTS_A_DAY = 42;
const SETTLEMENTS_A_DAY = 16;
/** All gigabytes stored at the start. */
const GIGABYTES = 9_000;
/** The monthly growth of usage. */
const GROWTH_A_MONTH = 0.05;
/** January to December: a quiet summer and a busy November. */
const SEASON = [0.93, 0.95, 1.04, 1, 1.01, 1.02, 0.94, 0.86, 1.03, 1.08, 1.22, 1.06];
const WEEKEND = 0.35;
const REGIONS = ["eu-central", "eu-west", "us-east", "ap-southeast"];

/** All usage of one customer, in chronological order. Every run creates the same for the same customer and days. */
export function usageOf(use: Use): SentEvent[] {
  const random = seededRandom(`usage of ${use.customer.alias}`);
  const { customer, share } = use;
  const events: SentEvent[] = [];
  const counts = { reports: 0, settlements: 0 };
  const first = Temporal.Instant.from(use.from).toZonedDateTimeISO(customer.timezone);
  const last = Temporal.Instant.from(use.until).toZonedDateTimeISO(customer.timezone);
  const days = last.since(first, { largestUnit: "day" }).days + 1;
  for (let day = 0; day <= days; day += 1) {
    const date = first.toPlainDate().add({ days: day });
    const level = (share / 100) * levelOn(date, day) * random.between(0.75, 1.25);
    const add = (name: keyof typeof eventNames, properties: SentEvent["properties"]) => {
      const timestamp = momentOn(date, customer.timezone, random);
      const uniqueId = `${customer.alias}-${name}-${date}-${events.length}`;
      if (timestamp >= use.from && timestamp <= use.until) {
        events.push({ uniqueId, account: customer.alias, eventName: eventNames[name], properties, timestamp });
      }
    };
    for (let left = due(counts, "reports", level * REPORTS_A_DAY); left > 0; left -= 1) add("calls", report(random));
    for (let left = due(counts, "settlements", level * SETTLEMENTS_A_DAY); left > 0; left -= 1) {
      add("payments", settlement(customer, random));
    }
    if (date.dayOfWeek === 1 && share > 0) add("storage", measurement(share, day, random));
  }
  return events.sort((a, b) => (a.timestamp < b.timestamp ? -1 : a.timestamp > b.timestamp ? 1 : 0));
}

/**
 * The load of a day: it grows, follows the season, and is low at weekends. A new customer needs two months to settle
 * in.
 */
function levelOn(date: Temporal.PlainDate, day: number): number {
  const season = SEASON[date.month - 1] ?? 1;
  const week = date.dayOfWeek > 5 ? WEEKEND : 1;
  return season * week * (1 + (GROWTH_A_MONTH * day) / 30) * Math.min(1, 0.25 + day / 60);
}

/** The whole events of a day. The fraction carries over, so that a small customer has an event every few days. */
function due(
  counts: Record<"reports" | "settlements", number>,
  name: "reports" | "settlements",
  expected: number,
): number {
  const whole = Math.floor(counts[name] + expected);
  counts[name] += expected - whole;
  return whole;
}

/** Mostly in working hours. */
function momentOn(date: Temporal.PlainDate, timeZone: string, random: Random): string {
  const hour = Math.floor(6 + (random.share() + random.share()) * 8.5);
  const time = { hour, minute: random.whole(0, 59), second: random.whole(0, 59), millisecond: random.whole(0, 999) };
  return date.toZonedDateTime({ timeZone, plainTime: time }).toInstant().toString({ smallestUnit: "millisecond" });
}

function report(random: Random): SentEvent["properties"] {
  const calls = random.whole(20_000, 220_000);
  return { calls, milliseconds: random.whole(38, 240), region: random.pick(REGIONS) };
}

/** Amounts are whole cents, as strings: money is sent as text. */
function settlement({ currency }: Customer, random: Random): SentEvent["properties"] {
  const amount = `${random.whole(180, 5_400)}.${String(random.whole(0, 99)).padStart(2, "0")}`;
  const status = random.share() < 0.96 ? "succeeded" : random.pick(["refused", "refunded"]);
  return { amount, currency, status, method: random.pick(["card", "card", "sepa_debit", "wallet"]) };
}

function measurement(share: number, day: number, random: Random): SentEvent["properties"] {
  const level = (share / 100) * GIGABYTES * (1 + (GROWTH_A_MONTH * day) / 30) + 20;
  return { gigabytes: (level * random.between(0.96, 1.04)).toFixed(2) };
}
