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

/** New events looked through in one transaction. */
const EVENTS = 50_000;
/** Accounts looked at in one transaction for an alert that is new. */
const ACCOUNTS = 500;

/**
 * Tells of the thresholds of one organization's alerts that were reached: by what was used before an alert was made, some
 * accounts at a time, and by the events that came since. What it costs grows with the accounts that had events. Any number of
 * workers may do it at once. Answers whether there is more to look at just now.
 */
export async function lookAtAlerts(context: Context, onFailure: OnAlertFailure): Promise<boolean> {
  const hasMoreAccounts = await transact(context, (work) => lookAtNewAlert(atOneInstant(work), onFailure));
  const hasMoreEvents = await transact(context, (work) => lookAtNewUsage(atOneInstant(work), onFailure, "skip locked"));
  return hasMoreAccounts || hasMoreEvents;
}

/** The same to the end, waiting for whoever is at it. */
export async function finishLookingAtAlerts(context: Context, onFailure: OnAlertFailure): Promise<void> {
  while (await transact(context, (work) => lookAtNewAlert(atOneInstant(work), onFailure)));
  while (await transact(context, (work) => lookAtNewUsage(atOneInstant(work), onFailure, "")));
}

function atOneInstant(work: Work): Work {
  return { ...work, clock: fixedClock(work.clock.now()) };
}

/** The next accounts of an alert that was made or changed. */
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
  // Before the alerts: one that is not among them begins later, and its first look sees every event up to here.
  const current = BigInt(await currentUsageSequence(tx));
  if (current <= after) return false;
  const through = await sequenceAfter(tx, after, current, EVENTS);
  const concerns = await concernsOf(work, after, through);
  await tellThresholds(work, await judgeUsage(work, concerns, onFailure));
  await moveAlertTail(tx, through);
  return through < current;
}

/** Every alert with every account that had events which it watches, each once. */
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
