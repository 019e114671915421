import type { QuoteDocument } from "@counterfoil/sdk";
import { intervalName } from "./interval-name.ts";
import type { Reading } from "./reading.ts";

type Terms = QuoteDocument["terms"];
type Version = QuoteDocument["versions"][number];
type Price = Version["priceGroups"][number]["prices"][number];
type DurationUnit = "days" | "weeks" | "months" | "years";
type SpendPeriod = NonNullable<Terms["minimumSpend"]>["period"];

interface Discount {
  readonly type: "percentage" | "amount";
  readonly value: string;
  /** The interval to which an amount applies. */
  readonly every: string;
  readonly duration: { readonly count: number; readonly unit: DurationUnit } | null;
  /** The instant at which it ends. */
  readonly until?: string | null;
}

const INTERVALS: Record<SpendPeriod, string> = {
  day: "daily",
  week: "weekly",
  month: "monthly",
  quarter: "quarterly",
  semi_annual: "semi_annual",
  year: "yearly",
};

/** The discount, minimum and maximum of the whole contract, each as a text (R-SUB-8). */
export function agreedOfTerms(terms: Terms, reading: Reading): string[] {
  const { discount, minimumSpend: least, maximumSpend: most, currency } = terms;
  const writing = { currency, reading };
  return texts(
    discount && discountText({ ...discountOf(discount), type: discount.discountType, value: discount.amount }, writing),
    least && limitText("min", least.amount, INTERVALS[least.period], writing),
    most && limitText("max", most.amount, INTERVALS[most.period], writing),
  );
}

/**
 * The same for a version. Adjustments of some items come before those of all items, which is the order in which they
 * apply.
 */
export function agreedOfVersion(version: Version, currency: string, reading: Reading): string[] {
  const { discounts = [], thresholds = [] } = version;
  const writing = { currency, reading };
  const agreed = [
    ...discounts.map((one) => ({ scope: one.scope, text: discountText({ ...one, ...discountOf(one) }, writing) })),
    ...thresholds.map(({ scope, type, value, interval }) => {
      return { scope, text: limitText(type, value, INTERVALS[interval], writing) };
    }),
  ];
  const named = agreed.map(
    ({ scope: { type, names }, text }) => [type === "global" ? "" : names.join(", "), text] as const,
  );
  const scopes = [...new Set(named.map(([names]) => names))].sort((a, b) => Number(a === "") - Number(b === ""));
  return scopes.flatMap((scope) =>
    named
      .filter(([names]) => names === scope)
      .map(([names, text]) => (names === "" ? text : `${isolated(names)}: ${text}`)),
  );
}

/** The same for a price. Its discount applies to each of its own billing intervals. */
export function agreedOfPrice(price: Price, currency: string, reading: Reading): string[] {
  const { discount, minimumSpend: least, maximumSpend: most } = price;
  const writing = { currency, reading };
  return texts(
    discount &&
      discountText(
        {
          type: discount.discountType,
          value: discount.amount.value,
          every: price.billingInterval ?? "monthly",
          duration: durationOf(discount.periodLength, discount.periodType),
          until: discount.endDate,
        },
        writing,
      ),
    least && limitText("min", least.amount.value, least.period, writing),
    most && limitText("max", most.amount.value, most.period, writing),
  );
}

/** Whether there is a discount, so that the fixed prices are not the billed amounts. */
export function hasDiscount({ terms, versions }: QuoteDocument): boolean {
  const ofVersions = versions.some(
    ({ discounts = [], priceGroups }) =>
      discounts.length > 0 || priceGroups.some(({ prices }) => prices.some(({ discount }) => discount !== null)),
  );
  return terms.discount !== null || ofVersions;
}

/** A fixed amount applies each month, and a discount with a fixed duration ends after it. */
function discountOf({
  durationValue,
  durationUnit,
}: Pick<NonNullable<Terms["discount"]>, "durationValue" | "durationUnit">): Pick<Discount, "every" | "duration"> {
  return { every: "monthly", duration: durationOf(durationValue, durationUnit) };
}

function durationOf(count: number | null, unit: DurationUnit | null): Discount["duration"] {
  return count === null || unit === null ? null : { count, unit };
}

interface Writing {
  readonly currency: string;
  readonly reading: Reading;
}

function discountText(discount: Discount, { currency, reading }: Writing): string {
  const { say, money, percent, lastDay } = reading;
  const { type, value, every, duration, until = null } = discount;
  const taken = type === "percentage" ? percent(value) : money(value, currency);
  return texts(
    say("discount", { discount: taken }),
    type === "amount" ? intervalName(every, reading) : null,
    duration && say("forTime", { time: reading.duration(duration.count, duration.unit) }),
    until && say("validUntil", { date: lastDay(until) }),
  ).join(" · ");
}

function limitText(kind: "min" | "max", amount: string, interval: string, { currency, reading }: Writing): string {
  const limit = reading.say(kind === "min" ? "minimum" : "maximum", { amount: reading.money(amount, currency) });
  return `${limit} · ${intervalName(interval, reading)}`;
}

/** Names may be written right to left. Isolation keeps them from reordering the text after them. */
function isolated(text: string): string {
  return `\u2068${text}\u2069`;
}

function texts(...all: readonly (string | null)[]): string[] {
  return all.filter((text) => text !== null);
}
