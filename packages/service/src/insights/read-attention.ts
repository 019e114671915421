import { Decimal, formatAmount, isBefore, recurringStretches } from "@counterfoil/engine";
import {
  ATTENTION_KINDS,
  type AttentionKind,
  type AttentionRow,
  findAttention,
  findSubscriptionsById,
  getOrganization,
  type Tx,
} from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import { loadContracts } from "../contracts/index.ts";
import { type Context, read } from "../context.ts";
import { fingerprintOf } from "../events/index.ts";
import { type CountedAccounts, includesTestClocks } from "./insight-range.ts";
import { pageOf, type PlacePage, readPlaceCursor } from "./place-cursor.ts";
import { type Total, toTotal } from "./totals.ts";

/** Something that needs a user's attention. */
export interface AttentionItem {
  kind: AttentionKind;
  /** The object's ID. For unmatched events, the unknown name. */
  objectId: string;
  accountId: string | null;
  name: string | null;
  detail: string | null;
  /** The amount of an invoice or a payment, or the monthly recurring revenue of a subscription. */
  amount: string | null;
  currency: string | null;
  since: string;
  dueOn: string | null;
  /** The request that resolves it or shows it. */
  action: { method: "GET" | "POST"; path: string };
}

export interface Attention {
  /** The full count of each kind, including items not listed. */
  counts: { kind: AttentionKind; count: number }[];
  items: AttentionItem[];
}

/** What needs attention. Of each kind, the items that have waited longest. */
export function readAttention(
  context: Context,
  question: CountedAccounts & { kind?: AttentionKind | undefined },
  limit: number,
): Promise<Attention> {
  return read(context, async (tx) => {
    const selection = { ...(await presentOf(context, tx)), withTestClocks: includesTestClocks(question), after: [] };
    const kinds = ATTENTION_KINDS.filter((kind) => (question.kind ?? kind) === kind);
    const found = await Promise.all(
      kinds.map(async (kind) => ({ kind, rows: await findAttention(tx, kind, selection, limit) })),
    );
    const items = await Promise.all(found.map(({ kind, rows }) => toItems(tx, kind, rows)));
    return {
      counts: found.map(({ kind, rows }) => ({ kind, count: Number(rows[0]?.total ?? 0) })),
      items: items.flat(),
    };
  });
}

export interface AttentionPage extends PlacePage<AttentionItem> {
  kind: AttentionKind;
  /** Of all pages. Null after the first page. Empty if the items are not invoices, payments or credit notes. */
  totals: Total[] | null;
}

/** All items of a kind that need attention, the longest waiting first. */
export function listAttention(
  context: Context,
  question: CountedAccounts & { kind: AttentionKind },
  cursor: string | undefined,
  limit: number,
): Promise<AttentionPage> {
  const { kind, testClocks } = question;
  const walk = fingerprintOf([kind, testClocks]);
  const after = cursor === undefined ? [] : readPlaceCursor(walk, cursor, 3);
  return read(context, async (tx) => {
    const selection = { ...(await presentOf(context, tx)), withTestClocks: includesTestClocks(question), after };
    const rows = await findAttention(tx, kind, selection, limit + 1);
    const page = pageOf(walk, rows, limit, ({ since, objectId, detail }) => [since, objectId, detail ?? ""]);
    const totals = cursor === undefined ? (rows[0]?.sums ?? []).map(toTotal) : null;
    return { kind, items: await toItems(tx, kind, page.items), nextCursor: page.nextCursor, totals };
  });
}

async function presentOf(context: Context, tx: Tx): Promise<{ now: string; timeZone: string }> {
  return { now: context.clock.now(), timeZone: (await getOrganization(tx)).timezone };
}

async function toItems(tx: Tx, kind: AttentionKind, rows: readonly AttentionRow[]): Promise<AttentionItem[]> {
  const amounts = await recurringAmounts(tx, rows);
  return rows.map((row) => toItem(kind, row, amounts));
}

/**
 * The monthly recurring revenue of subscriptions with an upcoming day: the amount before their end, or after their
 * trial.
 */
async function recurringAmounts(tx: Tx, rows: readonly AttentionRow[]): Promise<ReadonlyMap<string, RecurringAmount>> {
  const days = new Map(
    rows.flatMap(({ objectId, subscriptionId, dueOn }) => {
      return objectId === subscriptionId && dueOn !== null ? [[objectId, Temporal.PlainDate.from(dueOn)]] : [];
    }),
  );
  if (days.size === 0) return new Map();
  const loaded = await loadContracts(tx, await findSubscriptionsById(tx, [...days.keys()]));
  return new Map(
    loaded.map(({ contract }) => {
      const day = days.get(contract.subscriptionId);
      const { endsOn } = contract;
      const isEnd = day !== undefined && endsOn !== null && !isBefore(day, endsOn);
      const stretch = recurringStretches(contract).findLast(({ from }) =>
        day === undefined ? false : isEnd ? isBefore(from, day) : !isBefore(day, from),
      );
      return [contract.subscriptionId, { amount: stretch?.amount ?? null, currency: contract.currency }];
    }),
  );
}

interface RecurringAmount {
  readonly amount: Decimal | null;
  readonly currency: string;
}

function toItem(
  kind: AttentionKind,
  row: AttentionRow,
  recurring: ReadonlyMap<string, RecurringAmount>,
): AttentionItem {
  const { objectId, accountId, name, detail, since, dueOn } = row;
  const ofSubscription = recurring.get(objectId);
  const currency = row.currency ?? ofSubscription?.currency ?? null;
  const amount = row.amount === null ? (ofSubscription?.amount ?? null) : Decimal.of(row.amount);
  const shown = amount === null || currency === null ? null : formatAmount({ amount, currency });
  const action = actionOn(kind, row);
  return { kind, objectId, accountId, name, detail, amount: shown, currency, since, dueOn, action };
}

function actionOn(kind: AttentionKind, { objectId, invoiceId }: AttentionRow): AttentionItem["action"] {
  switch (kind) {
    case "invoice_failed":
    case "invoice_to_approve":
      return { method: "POST", path: `/invoices/${objectId}/issue` };
    case "payment_failed":
    case "invoice_overdue":
      return { method: "POST", path: `/invoices/${invoiceId}/payments` };
    case "e_invoice_incomplete":
      return { method: "GET", path: `/invoices/${objectId}` };
    case "e_credit_note_incomplete":
      return { method: "GET", path: `/credit-notes/${objectId}` };
    case "event_unmatched":
      return { method: "GET", path: "/events/unmatched" };
    case "model_unpriced":
      return { method: "POST", path: "/model-prices" };
    case "mail_failed":
      return { method: "POST", path: `/mails/${objectId}/send` };
    case "quote_expiring":
      return { method: "POST", path: `/subscriptions/${objectId}/send` };
    case "subscription_failed":
    case "usage_billed_twice":
    case "trial_ending":
    case "contract_ending":
    case "contract_renewing":
      return { method: "GET", path: `/subscriptions/${objectId}` };
  }
}
