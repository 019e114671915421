import { isBefore } from "@counterfoil/engine";
import { getOrganization } from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import { type Context, read } from "../context.ts";
import { fingerprintOf } from "../events/index.ts";
import { localDay } from "../time.ts";
import { AT_ONCE, beforeId, type RecurringState, selectAccounts, toRecurringState } from "./list-movements.ts";
import { comparePlaces, pageOf, type PlacePage, readPlaceCursor } from "./place-cursor.ts";
import { type AccountRecurring, walkRecurring } from "./walk-recurring.ts";

export interface RecurringOnDay {
  /** By the end of this day; the present one where nothing is said. */
  readonly at?: string | undefined;
  readonly currency?: string | undefined;
  /** Id or alias. */
  readonly accountId?: string | undefined;
}

export interface RecurringItem extends RecurringState {
  accountId: string;
  subscriptionId: string;
  currency: string;
  /** From when on it is that. */
  since: string;
}

export interface RecurringPage extends PlacePage<RecurringItem> {
  at: string;
}

/** The subscriptions that make the recurring revenue of a day, by account. */
export async function listRecurring(
  context: Context,
  { at, currency, accountId }: RecurringOnDay,
  cursor: string | undefined,
  limit: number,
): Promise<RecurringPage> {
  const walk = fingerprintOf([at, currency, accountId]);
  const after = cursor === undefined ? [] : readPlaceCursor(walk, cursor, 2);
  const { day, selection } = await read(context, async (tx) => ({
    day: at ?? localDay(context.clock.now(), (await getOrganization(tx)).timezone),
    selection: await selectAccounts(tx, { accountId, currency }),
  }));
  const next = Temporal.PlainDate.from(day).add({ days: 1 });
  const found: RecurringItem[] = [];
  for await (const page of walkRecurring(context, selection, beforeId(after[0]), AT_ONCE)) {
    const items = page.flatMap((account) => itemsOf(account, next));
    const fresh = items.filter((item) => after.length === 0 || comparePlaces(placeOf(item), after) > 0);
    found.push(...fresh.toSorted((a, b) => comparePlaces(placeOf(a), placeOf(b))));
    if (found.length > limit) break;
  }
  return { at: day, ...pageOf(walk, found, limit, placeOf) };
}

/** What the subscriptions of an account come to before a day; those that come to nothing are left out. */
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
