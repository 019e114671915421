import { type Decimal, formatAmount, type RecurringPeriod, recurringPeriods, sumRecurring } from "@counterfoil/engine";
import { type Context, read } from "../context.ts";
import { fingerprintOf } from "../events/index.ts";
import { readRange } from "./insight-range.ts";
import { AT_ONCE, beforeId } from "./list-movements.ts";
import { comparePlaces, pageOf, type PlacePage, readPlaceCursor } from "./place-cursor.ts";
import { recurringSelection, type RecurringQuestion } from "./read-mrr.ts";
import { walkRecurring } from "./walk-recurring.ts";

/** An account that paid at the start of the range, and what it paid at its end. */
export interface ChurnAccount {
  accountId: string;
  currency: string;
  opening: string;
  /** At the end. */
  retained: string;
  /** At the end, at most the opening. */
  kept: string;
  isLost: boolean;
}

export interface ChurnTotal {
  currency: string;
  count: number;
  lost: number;
  opening: string;
  retained: string;
  kept: string;
}

export interface ChurnPage extends PlacePage<ChurnAccount> {
  from: string;
  to: string;
  /** Of all pages. Null after the first page, because a total requires reading all accounts. */
  totals: ChurnTotal[] | null;
}

export interface ChurnQuestion extends RecurringQuestion {
  /** Only accounts that pay nothing at the end. */
  readonly lost?: "true" | undefined;
}

/** The accounts behind the churn and the retention of a range, by account and currency. */
export async function listChurnAccounts(
  context: Context,
  question: ChurnQuestion,
  cursor: string | undefined,
  limit: number,
): Promise<ChurnPage> {
  const { from, to, currency, lost, testClocks } = question;
  const walk = fingerprintOf([from, to, currency, lost, testClocks]);
  const after = cursor === undefined ? [] : readPlaceCursor(walk, cursor, 2);
  const range = await read(context, (tx) => readRange(context, tx, question));
  const found: ChurnAccount[] = [];
  const sums = new Map<string, RecurringPeriod>();
  for await (const page of walkRecurring(context, recurringSelection(question), beforeId(after[0]), AT_ONCE)) {
    const paid = page
      .flatMap((account) => recurringPeriods([account.movements], [range]).map((period) => ({ ...account, period })))
      .filter(({ period: { accounts } }) => accounts.opening > 0 && (lost === undefined || accounts.lost > 0));
    for (const { currency: of, period } of paid) sums.set(of, sumRecurring([sums.get(of) ?? [], period].flat()));
    const items = paid.map(({ accountId, currency: of, period }) => toChurnAccount(accountId, of, period));
    const fresh = items.filter((item) => after.length === 0 || comparePlaces(placeOf(item), after) > 0);
    if (found.length <= limit) found.push(...fresh.toSorted((a, b) => comparePlaces(placeOf(a), placeOf(b))));
    if (found.length > limit && cursor !== undefined) break;
  }
  const totals = [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([of, sum]) => toTotal(of, sum));
  return {
    from: range.start.toString(),
    to: range.end.toString(),
    ...pageOf(walk, found, limit, placeOf),
    totals: cursor === undefined ? totals : null,
  };
}

function placeOf({ accountId, currency }: ChurnAccount): string[] {
  return [accountId, currency];
}

function toChurnAccount(accountId: string, currency: string, period: RecurringPeriod): ChurnAccount {
  return { accountId, currency, ...amountsOf(currency, period), isLost: period.accounts.lost > 0 };
}

function toTotal(currency: string, period: RecurringPeriod): ChurnTotal {
  const { opening: count, lost } = period.accounts;
  return { currency, count, lost, ...amountsOf(currency, period) };
}

function amountsOf(currency: string, { opening, retained, kept }: RecurringPeriod) {
  const money = (amount: Decimal) => formatAmount({ amount, currency });
  return { opening: money(opening), retained: money(retained), kept: money(kept) };
}
