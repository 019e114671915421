import {
  type AccountRow,
  findAccountsById,
  findSubscriptionsById,
  type InvoiceRow,
  type SubscriptionRow,
  type Tx,
} from "@counterfoil/storage";
import type { WrittenInvoice } from "../../invoices/index.ts";

export type PartiesOf = (draft: InvoiceRow) => { account: AccountRow; subscription: SubscriptionRow | undefined };

/** The account and subscription of each draft. Reads them only for drafts that were not just decided. */
export async function findParties(tx: Tx, drafts: readonly WrittenInvoice[]): Promise<PartiesOf> {
  const known = new Map(drafts.map(({ invoice, parties }) => [invoice.id, parties]));
  const unknown = drafts.flatMap(({ invoice, parties }) => (parties === undefined ? [invoice] : []));
  const accounts = await findAccountsById(tx, [...new Set(unknown.map((draft) => draft.accountId))]);
  const subscriptionIds = [...new Set(unknown.flatMap((draft) => draft.subscriptionId ?? []))];
  const subscriptions = await findSubscriptionsById(tx, subscriptionIds);
  return (draft) => {
    const account = known.get(draft.id)?.account ?? accounts.find(({ id }) => id === draft.accountId);
    if (account === undefined) throw new Error(`invoice ${draft.id} has no account`);
    const subscription =
      known.get(draft.id)?.subscription ?? subscriptions.find(({ id }) => id === draft.subscriptionId);
    return { account, subscription };
  };
}
