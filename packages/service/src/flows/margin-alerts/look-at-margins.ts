import {
  costSequenceAfter,
  currentUsageSequence,
  findMarginMonths,
  getOrganization,
  insertLowMargins,
  lockMarginTail,
  type MarginAlertSetting,
  type MarginLowRow,
  type MarginMonthRow,
  moveMarginTail,
} from "@counterfoil/storage";
import { invariant } from "@counterfoil/engine";
import { Temporal } from "temporal-polyfill";
import { fixedClock } from "../../clock.ts";
import { type Context, transact, type Work } from "../../context.ts";
import { notifyAll } from "../../record.ts";
import { marginOfAccounts } from "../margin/index.ts";
import { isMarginLow } from "./is-margin-low.ts";
import type { MarginLow } from "./margin-low.ts";

/** The number of new costs that one transaction checks. */
const COSTS = 5_000;

/**
 * Checks the margins of the accounts with new costs (R-COST-1). An account is checked until its margin is low, and then
 * not again in the month. Several workers can run it at the same time. Returns whether there is more to check now.
 */
export function lookAtMargins(context: Context): Promise<boolean> {
  return transact(context, (work) => lookAtNewCosts(work, "skip locked"));
}

/** The same to the end, waiting for other workers. */
export async function finishLookingAtMargins(context: Context): Promise<void> {
  while (await transact(context, (work) => lookAtNewCosts(work, "")));
}

async function lookAtNewCosts(work: Work, whenLocked: Parameters<typeof lockMarginTail>[1]): Promise<boolean> {
  const { tx } = work;
  const after = await lockMarginTail(tx, whenLocked);
  if (after === undefined) return false;
  const current = BigInt(await currentUsageSequence(tx));
  if (current <= after) return false;
  const { marginAlert } = await getOrganization(tx);
  invariant(marginAlert !== null, "the tail exists only while margins are checked");
  const through = await costSequenceAfter(tx, after, current, COSTS);
  const months = await findMarginMonths(tx, after, through, work.clock.now());
  const low: MarginLow[] = [];
  // Accounts on the same day of the same clock are decided together.
  for (const same of Map.groupBy(months, ({ until, noticedAt }) => `${until} ${noticedAt}`).values()) {
    low.push(...(await lowMargins(work, marginAlert, same)));
  }
  await tellLowMargins(work, low);
  await moveMarginTail(tx, through);
  return through < current;
}

/** The low margins of accounts with the same current day. */
async function lowMargins(
  work: Work,
  alert: MarginAlertSetting,
  months: readonly MarginMonthRow[],
): Promise<MarginLow[]> {
  const [first] = months;
  if (first === undefined) return [];
  const { month, until, noticedAt } = first;
  const range = { start: Temporal.PlainDate.from(month), end: Temporal.PlainDate.from(until) };
  const ids = months.map(({ accountId }) => accountId);
  const { currency, figures } = await marginOfAccounts(work, ids, range);
  return figures.flatMap(({ key, revenue, cost, margin, marginPercent }): MarginLow[] => {
    if (key === null || revenue === null || cost === null || margin === null) return [];
    if (!isMarginLow({ revenue, cost, margin }, alert)) return [];
    const { percent } = alert;
    return [{ accountId: key, currency, revenue, cost, margin, marginPercent, percent, month, noticedAt }];
  });
}

/** Reports new low margins in the transaction that records them, so that no worker reports them twice. */
async function tellLowMargins(work: Work, low: readonly MarginLow[]): Promise<void> {
  const rows = low.map(({ accountId, month, currency, revenue, cost, noticedAt }): MarginLowRow => {
    return { accountId, month, currency, revenue, cost, noticedAt };
  });
  const isFresh = new Set(await insertLowMargins(work.tx, rows));
  const told = low.filter(({ accountId }) => isFresh.has(accountId));
  for (const [at, together] of Map.groupBy(told, ({ noticedAt }) => noticedAt)) {
    await notifyAll(
      { ...work, clock: fixedClock(at) },
      together.map((data) => ({ type: "margin.low", objectId: data.accountId, data })),
    );
  }
}
