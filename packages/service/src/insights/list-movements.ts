import {
  type Decimal,
  formatAmount,
  isBefore,
  type MovementKind,
  type RecurringMovement,
  type RecurringStretch,
} from "@counterfoil/engine";
import { findAccount, type RecurringSelection, type Tx } from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import { currencyFaults } from "../codes.ts";
import { type Context, read } from "../context.ts";
import { DomainError, notFound, refuseParameters } from "../errors/index.ts";
import { fingerprintOf } from "../events/index.ts";
import { type CountedAccounts, includesTestClocks, type InsightRange, readRange } from "./insight-range.ts";
import { comparePlaces, pageOf, type PlacePage, readPlaceCursor } from "./place-cursor.ts";
import { RunningTotals, type Total } from "./totals.ts";
import { type AccountRecurring, walkRecurring } from "./walk-recurring.ts";

export interface MovementQuestion extends InsightRange {
  /** A calendar month, instead of `from` and `to`. */
  readonly month?: string | undefined;
  readonly type?: MovementKind | undefined;
  readonly currency?: string | undefined;
  /** ID or alias. */
  readonly accountId?: string | undefined;
}

/** A subscription's recurring revenue per month, by price and discount. */
export interface RecurringState {
  versionId: string | null;
  amount: string;
  parts: { priceId: string | null; adjustmentId: string | null; amount: string }[];
}

/** A movement with the subscriptions that make it. */
export interface Movement {
  day: string;
  type: MovementKind;
  accountId: string;
  currency: string;
  before: string;
  after: string;
  amount: string;
  subscriptions: { subscriptionId: string; before: RecurringState | null; after: RecurringState }[];
}

export interface MovementPage extends PlacePage<Movement> {
  from: string;
  to: string;
  /** Of all pages. Null after the first page, because a total requires reading all accounts. */
  totals: Total[] | null;
}

/** The movements behind the figures of a month or a range, by account, currency and day. */
export async function listMovements(
  context: Context,
  question: MovementQuestion,
  cursor: string | undefined,
  limit: number,
): Promise<MovementPage> {
  const { month, from, to, type, currency, accountId } = question;
  const walk = fingerprintOf([month, from, to, type, currency, accountId, question.testClocks]);
  const after = cursor === undefined ? [] : readPlaceCursor(walk, cursor, 3);
  const { range, selection } = await read(context, async (tx) => ({
    range: await readRange(context, tx, rangeOf(question)),
    selection: await selectAccounts(tx, question),
  }));
  const found: Movement[] = [];
  const totals = cursor === undefined ? new RunningTotals() : null;
  for await (const page of walkRecurring(context, selection, beforeId(after[0]), AT_ONCE)) {
    const moved = page.flatMap((account) =>
      account.movements
        .filter(({ day, kind }) => (type ?? kind) === kind && !isBefore(day, range.start) && isBefore(day, range.end))
        .map((movement) => toMovement(account, movement)),
    );
    const fresh = moved.filter((movement) => after.length === 0 || comparePlaces(placeOf(movement), after) > 0);
    totals?.add(moved);
    if (found.length <= limit) found.push(...fresh.toSorted((a, b) => comparePlaces(placeOf(a), placeOf(b))));
    if (found.length > limit && totals === null) break;
  }
  return {
    from: range.start.toString(),
    to: range.end.toString(),
    ...pageOf(walk, found, limit, placeOf),
    totals: totals?.toTotals() ?? null,
  };
}

/** How many accounts are read at once, even if the page has few items. */
export const AT_ONCE = 200;

function rangeOf({ month, from, to }: MovementQuestion): InsightRange {
  if (month === undefined) return { from, to };
  if (from !== undefined || to !== undefined) {
    const detail = "month cannot be combined with from and to. Send one or the other.";
    throw new DomainError("invalid_parameter", detail, [{ pointer: "/month", code: "month_and_days", detail }]);
  }
  const first = Temporal.PlainYearMonth.from(month).toPlainDate({ day: 1 });
  return { from: first.toString(), to: first.add({ months: 1 }).toString() };
}

/** The requested accounts, by ID or alias. */
export async function selectAccounts(
  tx: Tx,
  question: CountedAccounts & { accountId?: string | undefined; currency?: string | null | undefined },
): Promise<RecurringSelection> {
  const { accountId, currency = null } = question;
  refuseParameters(currencyFaults("/currency", currency));
  const withTestClocks = includesTestClocks(question);
  if (accountId === undefined) return { accountId: null, currency, withTestClocks };
  const account = await findAccount(tx, accountId);
  if (account === undefined) throw notFound("account", accountId);
  return { accountId: account.id, currency, withTestClocks };
}

/** A text just before an ID, so that the walk visits it again. Items of the previous page are left out. */
export function beforeId(id = ""): string {
  return id.slice(0, -1);
}

function placeOf({ accountId, currency, day }: Movement): string[] {
  return [accountId, currency, day];
}

function toMovement({ accountId, currency }: AccountRecurring, movement: RecurringMovement): Movement {
  const { day, kind: type, before, after, changes } = movement;
  const money = (amount: Decimal) => formatAmount({ amount, currency });
  return {
    day: day.toString(),
    type,
    accountId,
    currency,
    before: money(before),
    after: money(after),
    amount: money(after.minus(before)),
    subscriptions: changes.map((change) => ({
      subscriptionId: change.subscriptionId,
      before: change.before && toRecurringState(change.before, currency),
      after: toRecurringState(change.after, currency),
    })),
  };
}

export function toRecurringState({ versionId, amount, parts }: RecurringStretch, currency: string): RecurringState {
  const money = (of: Decimal) => formatAmount({ amount: of, currency });
  return { versionId, amount: money(amount), parts: parts.map((part) => ({ ...part, amount: money(part.amount) })) };
}
