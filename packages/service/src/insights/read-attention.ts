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

/** Something that needs somebody today. */
export interface AttentionItem {
  kind: AttentionKind;
  /** What it is about; of unmatched events the name that nothing is known by. */
  objectId: string;
  accountId: string | null;
  name: string | null;
  detail: string | null;
  /** Money of invoices and payments, and the monthly recurring revenue of subscriptions. */
  amount: string | null;
  currency: string | null;
  since: string;
  dueOn: string | null;
  /** The request by which somebody deals with it, or looks at it. */
  action: { method: "GET" | "POST"; path: string };
}

export interface Attention {
  /** All there are of each kind, also those that are not listed. */
  counts: { kind: AttentionKind; count: number }[];
  items: AttentionItem[];
}

/** What needs somebody, of each kind the longest waiting. */
export function readAttention(context: Context, kind: AttentionKind | undefined, limit: number): Promise<Attention> {
  return read(context, async (tx) => {
    const present = { now: context.clock.now(), timeZone: (await getOrganization(tx)).timezone };
    const kinds = ATTENTION_KINDS.filter((each) => (kind ?? each) === each);
    const found = await Promise.all(
      kinds.map(async (each) => ({ kind: each, rows: await findAttention(tx, each, present, limit) })),
    );
    const amounts = await recurringAmounts(
      tx,
      found.flatMap(({ rows }) => rows),
    );
    return {
      counts: found.map((of) => ({ kind: of.kind, count: Number(of.rows[0]?.total ?? 0) })),
      items: found.flatMap((of) => of.rows.map((row) => toItem(of.kind, row, amounts))),
    };
  });
}

/** What subscriptions of which a day lies ahead come to by the month: before their end, or after their trial. */
async function recurringAmounts(tx: Tx, rows: readonly AttentionRow[]): Promise<ReadonlyMap<string, RecurringAmount>> {
  const days = new Map(
    rows.flatMap(({ objectId, subscriptionId, dueOn }) => {
      return objectId === subscriptionId && dueOn !== null ? [[objectId, Temporal.PlainDate.from(dueOn)]] : [];
    }),
  );
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
