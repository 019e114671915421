import {
  addCohorts,
  type Cohort,
  type CohortMonth,
  cohortsOf,
  Decimal,
  formatAmount,
  perCent,
} from "@counterfoil/engine";
import { read } from "../context.ts";
import type { WalkingContext } from "./contract-walks.ts";
import { type InsightMonth, type InsightRange, monthsOf, readRange } from "./insight-range.ts";
import { recurringSelection } from "./read-mrr.ts";

/** The end of a month of a cohort. Shares are percentages with two decimals, null if the cohort paid nothing. */
export interface RetainedMonth {
  month: string;
  accounts: number;
  mrr: string;
  accountShare: string | null;
  mrrShare: string | null;
}

/** The accounts that first paid in a month, and what remained of them at the end of each month. */
export interface RetentionCohort {
  currency: string;
  /** The month in which they first paid. */
  month: string;
  accounts: number;
  /** What they paid per month on their first day. */
  mrr: string;
  months: RetainedMonth[];
}

export interface Retention {
  from: string;
  to: string;
  items: RetentionCohort[];
}

/** Retention by cohort and currency, for the accounts that first paid in the months of the range. */
export async function readRetention(context: WalkingContext, question: InsightRange): Promise<Retention> {
  const asked = await read(context, (tx) => readRange(context, tx, question));
  // A cohort is a whole month, even if the range begins within it.
  const range = { start: asked.start.with({ day: 1 }), end: asked.end };
  const months = monthsOf(range);
  const periods = months.map(({ period }) => period);
  const sums = new Map<string, readonly Cohort[]>();
  await context.contractWalks.visit(context, recurringSelection(question), ({ recurring }) => {
    for (const [currency, accounts] of Map.groupBy(recurring(), (account) => account.currency)) {
      const found = cohortsOf(
        accounts.map(({ movements }) => movements),
        periods,
      );
      sums.set(currency, addCohorts(found, sums.get(currency) ?? []));
    }
  });
  const sorted = [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const items = sorted.flatMap(([currency, cohorts]) =>
    cohorts.flatMap((cohort, place) => {
      const later = months.slice(place);
      return cohort.accounts === 0 ? [] : [toRetention(currency, cohort, later)];
    }),
  );
  return { from: range.start.toString(), to: range.end.toString(), items };
}

function toRetention(currency: string, cohort: Cohort, months: readonly InsightMonth[]): RetentionCohort {
  const money = (amount: Decimal) => formatAmount({ amount, currency });
  const share = ({ accounts, amount }: CohortMonth) => ({
    accountShare: percent(Decimal.ofInteger(accounts), Decimal.ofInteger(cohort.accounts)),
    mrrShare: percent(amount, cohort.amount),
  });
  return {
    currency,
    month: months[0]?.month ?? "",
    accounts: cohort.accounts,
    mrr: money(cohort.amount),
    months: cohort.months.map((of, place) => ({
      month: months[place]?.month ?? "",
      accounts: of.accounts,
      mrr: money(of.amount),
      ...share(of),
    })),
  };
}

function percent(part: Decimal, whole: Decimal): string | null {
  return perCent(part, whole)?.toFixed(2) ?? null;
}
