import {
  accountIdsAfter,
  claimAlertToLook,
  currentUsageSequence,
  findJudgedAccounts,
  findNewUsage,
  findWatchingAlerts,
  lockAlertTail,
  moveAlertTail,
  type NewUsage,
  noteLookedThrough,
  sequenceAfter,
} from "@counterfoil/storage";
import { fixedClock } from "../clock.ts";
import { type Context, transact, type Work } from "../context.ts";
import { judgeUsage, type OnAlertFailure } from "./judge-usage.ts";
import type { Concern } from "./judged-periods.ts";
import { tellThresholds } from "./tell-thresholds.ts";

/** The number of new events that one transaction checks. */
const EVENTS = 50_000;
/** The number of accounts that one transaction checks for a new alert. */
const ACCOUNTS = 500;

/**
 * Reports the reached thresholds of one organization's alerts, first for usage before an alert was created, in batches
 * of accounts, then for later events. The cost grows with the number of accounts with events. Several workers can run
 * it at the same time. Returns whether there is more to check now.
 */
export async function lookAtAlerts(context: Context, onFailure: OnAlertFailure): Promise<boolean> {
  const hasMoreAccounts = await transact(context, (work) => lookAtNewAlert(atOneInstant(work), onFailure));
  const hasMoreEvents = await transact(context, (work) => lookAtNewUsage(atOneInstant(work), onFailure, "skip locked"));
  return hasMoreAccounts || hasMoreEvents;
}

/** The same to the end, waiting for other workers. */
export async function finishLookingAtAlerts(context: Context, onFailure: OnAlertFailure): Promise<void> {
  while (await transact(context, (work) => lookAtNewAlert(atOneInstant(work), onFailure)));
  while (await transact(context, (work) => lookAtNewUsage(atOneInstant(work), onFailure, "")));
}

function atOneInstant(work: Work): Work {
  return { ...work, clock: fixedClock(work.clock.now()) };
}

/** The next accounts of a created or changed alert. */
async function lookAtNewAlert(work: Work, onFailure: OnAlertFailure): Promise<boolean> {
  const { tx } = work;
  const alert = await claimAlertToLook(tx);
  if (alert === undefined) return false;
  const { accountId, lookedThrough } = alert;
  const ids = accountId === null ? await accountIdsAfter(tx, lookedThrough ?? "", ACCOUNTS) : [accountId];
  const accounts = await findJudgedAccounts(tx, ids);
  const concerns = accounts.map((account): Concern => ({ alert, account, happened: null }));
  await tellThresholds(work, await judgeUsage(work, concerns, onFailure));
  const isDone = accountId !== null || ids.length < ACCOUNTS;
  await noteLookedThrough(tx, alert.id, isDone ? null : (ids.at(-1) ?? null));
  return true;
}

/** The accounts of the next events. */
async function lookAtNewUsage(
  work: Work,
  onFailure: OnAlertFailure,
  whenLocked: Parameters<typeof lockAlertTail>[1],
): Promise<boolean> {
  const { tx } = work;
  const after = await lockAlertTail(tx, whenLocked);
  if (after === undefined) return false;
  // Comes before the alerts are loaded. An alert that is not loaded starts later, and its first check sees every event
  // up to here.
  const current = BigInt(await currentUsageSequence(tx));
  if (current <= after) return false;
  const through = await sequenceAfter(tx, after, current, EVENTS);
  const concerns = await concernsOf(work, after, through);
  await tellThresholds(work, await judgeUsage(work, concerns, onFailure));
  await moveAlertTail(tx, through);
  return through < current;
}

/** Every alert with every account that had events for it, without duplicates. */
async function concernsOf({ tx }: Work, after: bigint, through: bigint): Promise<Concern[]> {
  const usage = await findNewUsage(tx, after, through);
  const accountIds = [...new Set(usage.map(({ accountId }) => accountId))];
  const alerts = await findWatchingAlerts(tx, accountIds, [...new Set(usage.map(({ eventName }) => eventName))]);
  const accountOf = new Map((await findJudgedAccounts(tx, accountIds)).map((account) => [account.id, account]));
  const usageOf = Map.groupBy(usage, ({ accountId }) => accountId);
  return alerts.flatMap((alert) => {
    const ids = alert.accountId === null ? accountIds : [alert.accountId];
    return ids.flatMap((id): Concern[] => {
      const watched = (usageOf.get(id) ?? []).filter(({ eventName }) => alert.eventNames.includes(eventName));
      const account = accountOf.get(id);
      return account === undefined || watched.length === 0 ? [] : [{ alert, account, happened: spanOf(watched) }];
    });
  });
}

function spanOf(usage: readonly NewUsage[]): Concern["happened"] {
  const firsts = usage.map(({ first }) => first).toSorted();
  const lasts = usage.map(({ last }) => last).toSorted();
  return { first: firsts[0] ?? "", last: lasts.at(-1) ?? "" };
}
