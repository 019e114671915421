import { type DatePeriod, isBefore } from "../calendar/interval.ts";
import { Decimal } from "../decimal/decimal.ts";
import type { RecurringMovement } from "./recurring-movements.ts";

/** The accounts that paid recurring revenue for the first time in the same month. */
export interface Cohort {
  readonly accounts: number;
  /** What they paid per month on their first day. */
  readonly amount: Decimal;
  /** The end of each month, from their first one on. */
  readonly months: readonly CohortMonth[];
}

export interface CohortMonth {
  /** The accounts that pay at the end of the month, and what all of them pay. */
  readonly accounts: number;
  readonly amount: Decimal;
}

/**
 * One cohort for each month, from the movements of accounts in one currency, each oldest first. Cohorts of the same
 * months can be added with `addCohorts`.
 */
export function cohortsOf(
  accounts: readonly (readonly RecurringMovement[])[],
  months: readonly DatePeriod[],
): Cohort[] {
  const started = accounts.flatMap((movements) => {
    const first = movements.find(({ kind }) => kind === "new");
    return first === undefined ? [] : [{ first, movements }];
  });
  const byMonth = Map.groupBy(started, ({ first }) => months.findIndex((month) => isWithin(first.day, month)));
  return months.map((_, place) => {
    const own = byMonth.get(place) ?? [];
    return {
      accounts: own.length,
      amount: Decimal.sum(own.map(({ first }) => first.after)),
      months: months.slice(place).map(({ end }) => {
        const paid = own.map(({ movements }) => amountBefore(movements, end));
        return { accounts: paid.filter((amount) => amount.isPositive()).length, amount: Decimal.sum(paid) };
      }),
    };
  });
}

const NO_MONTH: CohortMonth = { accounts: 0, amount: Decimal.zero };
const NO_COHORT: Cohort = { ...NO_MONTH, months: [] };

/** Adds the second list of cohorts to the first. A cohort or month that the second list does not have counts as 0. */
export function addCohorts(a: readonly Cohort[], b: readonly Cohort[]): Cohort[] {
  return a.map((cohort, place) => {
    const other = b[place] ?? NO_COHORT;
    return {
      ...addMonths(cohort, other),
      months: cohort.months.map((month, at) => addMonths(month, other.months[at] ?? NO_MONTH)),
    };
  });
}

function addMonths(a: CohortMonth, b: CohortMonth): CohortMonth {
  return { accounts: a.accounts + b.accounts, amount: a.amount.plus(b.amount) };
}

function isWithin(day: DatePeriod["start"], { start, end }: DatePeriod): boolean {
  return !isBefore(day, start) && isBefore(day, end);
}

/** What the account pays on the last day before another. */
function amountBefore(movements: readonly RecurringMovement[], day: DatePeriod["end"]): Decimal {
  return movements.reduce((amount, movement) => (isBefore(movement.day, day) ? movement.after : amount), Decimal.zero);
}
