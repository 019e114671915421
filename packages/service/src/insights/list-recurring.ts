import { isBefore } from "@counterfoil/engine";
import { getOrganization } from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import { type Context, read } from "../context.ts";
import { fingerprintOf } from "../events/index.ts";
import { localDay } from "../time.ts";
import { AT_ONCE, beforeId, type RecurringState, selectAccounts, toRecurringState } from "./list-movements.ts";
import { comparePlaces, pageOf, type PlacePage, readPlaceCursor } from "./place-cursor.ts";
import type { CountedAccounts } from "./insight-range.ts";
import { RunningTotals, type Total } from "./totals.ts";
import { type AccountRecurring, walkRecurring } from "./walk-recurring.ts";

export interface RecurringOnDay extends CountedAccounts {
  /** At the end of this day. Default: today. */
  readonly at?: string | undefined;
  readonly currency?: string | undefined;
  /** ID or alias. */
  readonly accountId?: string | undefined;
}

export interface RecurringItem extends RecurringState {
  accountId: string;
  subscriptionId: string;
  currency: string;
  /** The day since which it has this amount. */
  since: string;
}

export interface RecurringPage extends PlacePage<RecurringItem> {
  at: string;
  /** Of all pages. Null after the first page, because a total requires reading all accounts. */
  totals: Total[] | null;
}

/** The subscriptions that make the recurring revenue of a day, by account. */
export async function listRecurring(
  context: Context,
  question: RecurringOnDay,
  cursor: string | undefined,
  limit: number,
): Promise<RecurringPage> {
  const { at, currency, accountId, testClocks } = question;
  const walk = fingerprintOf([at, currency, accountId, testClocks]);
  const after = cursor === undefined ? [] : readPlaceCursor(walk, cursor, 2);
  const { day, selection } = await read(context, async (tx) => ({
    day: at ?? localDay(context.clock.now(), (await getOrganization(tx)).timezone),
    selection: await selectAccounts(tx, question),
  }));
  const next = Temporal.PlainDate.from(day).add({ days: 1 });
  const found: RecurringItem[] = [];
  const totals = cursor === undefined ? new RunningTotals() : null;
  for await (const page of walkRecurring(context, selection, beforeId(after[0]), AT_ONCE)) {
    const items = page.flatMap((account) => itemsOf(account, next));
    const fresh = items.filter((item) => after.length === 0 || comparePlaces(placeOf(item), after) > 0);
    totals?.add(items);
    if (found.length <= limit) found.push(...fresh.toSorted((a, b) => comparePlaces(placeOf(a), placeOf(b))));
    if (found.length > limit && totals === null) break;
  }
  return { at: day, ...pageOf(walk, found, limit, placeOf), totals: totals?.toTotals() ?? null };
}

/** The recurring revenue of an account's subscriptions before a day. Subscriptions without revenue are left out. */
function itemsOf(account: AccountRecurring, before: Temporal.PlainDate): RecurringItem[] {
  const { accountId, currency, subscriptions } = account;
  return subscriptions.flatMap(({ subscriptionId, stretches }) => {
    const state = stretches.findLast(({ from }) => isBefore(from, before));
    if (state === undefined || state.amount.isZero()) return [];
    const since = state.from.toString();
    return [{ accountId, subscriptionId, currency, since, ...toRecurringState(state, currency) }];
  });
}

function placeOf({ accountId, subscriptionId }: RecurringItem): string[] {
  return [accountId, subscriptionId];
}
