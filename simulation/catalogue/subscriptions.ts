import { addDays, addMonths, type Day } from "../auditor/calendar.ts";
import type { SubscriptionMade } from "../journal/subscription.ts";
import type { Random } from "../random.ts";

/** The terms of a subscription, before it has an ID and an account. */
export type SubscriptionPlan = Omit<SubscriptionMade, "id" | "accountId">;

export const CURRENCIES = ["USD", "EUR", "JPY", "KWD"] as const;

/**
 * Terms of a subscription that starts around a day. Month ends are frequent, because calendars break there.
 * @param priced the currency of its prices
 */
export function randomTerms(random: Random, around: Day, priced: string): SubscriptionPlan {
  const contractStartDate = startNear(random, around);
  const trial = random.chance(0.3) ? random.pick([1, 7, 14, 30, 31]) : null;
  const chargedFrom = addDays(contractStartDate, trial ?? 0);
  const isConverted = random.chance(0.15);
  const currency = isConverted ? random.pick(CURRENCIES.filter((code) => code !== priced)) : priced;
  const fixedTerm = random.chance(0.3) ? randomTerm(random, contractStartDate) : null;
  return {
    currency,
    sourceCurrency: isConverted ? priced : null,
    conversionRate: isConverted ? random.pick(["0.9137", "1.1", "151.237", "0.0066", "3.25"]) : null,
    contractStartDate,
    trialPeriodDays: trial,
    firstBillingDate: random.chance(0.4)
      ? endOfMonthOften(random, addDays(chargedFrom, random.integer(0, 50)), chargedFrom)
      : null,
    invoiceGenerationStartDate: random.chance(0.15) ? addDays(contractStartDate, random.integer(1, 80)) : null,
    fixedTerm,
    renewal:
      fixedTerm !== null && random.chance(0.4)
        ? random.pick([
            { periodType: "fixed", months: 3 },
            { periodType: "monthly_rolling", months: null },
            { periodType: null, months: 1 },
          ] as const)
        : null,
    chargeOneoffPricesOnContractStart: random.chance(0.4),
    minimumSpend: random.chance(0.2) ? randomSpend(random, 200) : null,
    maximumSpend: random.chance(0.2) ? randomSpend(random, 600) : null,
    discount: random.chance(0.25) ? randomDiscount(random) : null,
    autoIssueInvoices: random.chance(0.92),
  };
}

function startNear(random: Random, around: Day): Day {
  return endOfMonthOften(random, addDays(around, random.integer(-40, 15)));
}

/** With a probability of 60 %, moves the day to the 28th to 31st of its month. */
function endOfMonthOften(random: Random, day: Day, notBefore = ""): Day {
  if (random.chance(0.4)) return day;
  const last = addMonths(`${day.slice(0, 4)}-01-31`, Number(day.slice(5, 7)) - 1);
  const moved = addDays(last, -random.integer(0, 3));
  return moved < notBefore ? day : moved;
}

function randomTerm(random: Random, start: Day): NonNullable<SubscriptionPlan["fixedTerm"]> {
  return random.chance(0.6) ? { months: random.integer(1, 13) } : { endDate: addDays(start, random.integer(1, 400)) };
}

function randomSpend(random: Random, most: number): NonNullable<SubscriptionPlan["minimumSpend"]> {
  const period = random.weighted([
    [6, "month"],
    [1.5, "quarter"],
    [1, "year"],
    [1, "semi_annual"],
    [0.7, "week"],
    [0.2, "day"],
  ] as const);
  return { amount: `${random.integer(0, most)}.00`, period };
}

function randomDiscount(random: Random): NonNullable<SubscriptionPlan["discount"]> {
  const isPercentage = random.chance(0.6);
  const terms = {
    discountType: isPercentage ? ("percentage" as const) : ("amount" as const),
    amount: isPercentage ? random.pick(["10", "20", "7.25", "100"]) : `${random.integer(1, 80)}.50`,
  };
  if (random.chance(0.5)) return { ...terms, durationType: "forever" };
  const durationUnit = random.pick(["days", "weeks", "months", "years"] as const);
  return { ...terms, durationType: "fixed", durationValue: random.integer(1, 12), durationUnit };
}
