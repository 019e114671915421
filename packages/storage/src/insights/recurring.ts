import type { Tx } from "../database/tx.ts";
import { counts } from "./counted-accounts.ts";
import type { SubscriptionRow, VersionRow } from "../subscriptions/subscription-row.ts";

/** Which contracts; null matches all. */
export interface RecurringSelection {
  readonly accountId: string | null;
  readonly currency: string | null;
  /** Whether accounts with a test clock count. An account that is named counts in any case. */
  readonly withTestClocks: boolean;
}

/** The members of a subscription that determine what it charges and when. */
export type ContractRow = Pick<
  SubscriptionRow,
  | "id"
  | "accountId"
  | "currency"
  | "conversionRate"
  | "earlierZones"
  | "contractStartOn"
  | "trialPeriodDays"
  | "firstBillingOn"
  | "autoRenew"
  | "contractEndOn"
  | "cancelsOn"
  | "cancelationCredit"
  | "invoiceGenerationStartOn"
  | "chargeOneoffPricesOnContractStart"
  | "discount"
  | "minimumSpend"
  | "maximumSpend"
>;

/** A contract with the time zone of its account; null for the organization's. */
export type AccountContractRow = ContractRow & { timezone: string | null };

const CONTRACT_COLUMNS = `s.id, s.account_id, s.currency, s.conversion_rate, s.earlier_zones, s.contract_start_on,
  s.trial_period_days, s.first_billing_on, s.auto_renew, s.contract_end_on, s.cancels_on, s.cancelation_credit,
  s.invoice_generation_start_on, s.charge_oneoff_prices_on_contract_start, s.discount, s.minimum_spend, s.maximum_spend,
  a.timezone`;

/** All contracts, past and present, of these accounts, ordered by account. */
export async function contractsOfAccounts(tx: Tx, accountIds: readonly string[]): Promise<AccountContractRow[]> {
  return tx.sql<AccountContractRow>(
    `select ${CONTRACT_COLUMNS}
     from subscription s join account a on a.organization_id = $1 and a.id = s.account_id
     where s.organization_id = $1 and s.account_id = any($2) and s.activated_at is not null
     order by s.account_id, s.id`,
    [tx.organizationId, accountIds],
  );
}

/**
 * All contracts, past and present, of the next accounts after one, ordered by account. An account's contracts are never
 * split between pages. If fewer accounts than requested are returned, there are no more.
 */
export async function contractsOfNextAccounts(
  tx: Tx,
  { accountId, currency, withTestClocks }: RecurringSelection,
  after: string,
  accounts: number,
): Promise<AccountContractRow[]> {
  return tx.sql<AccountContractRow>(
    `with next as (
       select distinct account_id from subscription
       where organization_id = $1 and activated_at is not null and account_id > $2
         and case when $4::text is null then ${counts("account_id", "$6")} else account_id = $4 end and ($5::text is null or currency = $5)
       order by account_id limit $3
     )
     select ${CONTRACT_COLUMNS}
     from next n
     join subscription s on s.organization_id = $1 and s.account_id = n.account_id and s.activated_at is not null
       and ($5::text is null or s.currency = $5)
     join account a on a.organization_id = $1 and a.id = n.account_id
     order by s.account_id, s.id`,
    [tx.organizationId, after, accounts, accountId, currency, withTestClocks],
  );
}

/** The members of a version that determine what it sells. */
export type ContractVersionRow = Pick<
  VersionRow,
  "id" | "subscriptionId" | "startOn" | "endOn" | "status" | "proration" | "isAfterBilling" | "discounts" | "thresholds"
> & { readonly priceGroups: readonly { readonly name: string | null; readonly priceIds: readonly string[] }[] };

/** The published versions of these subscriptions, ordered by start. All prices of a version are in one group. */
export async function findSoldVersions(tx: Tx, subscriptionIds: readonly string[]): Promise<ContractVersionRow[]> {
  const rows = await tx.sql<Omit<ContractVersionRow, "priceGroups"> & { priceIds: string[] }>(
    `select v.id, v.subscription_id, v.start_on, v.end_on, v.status, v.proration, v.is_after_billing, v.discounts, v.thresholds,
       coalesce(array_agg(p.price_id order by p.group_position, p.position) filter (where p.price_id is not null), '{}') as price_ids
     from subscription_version v
     left join version_price p on p.organization_id = $1 and p.version_id = v.id
     where v.organization_id = $1 and v.subscription_id = any($2) and v.status <> 'draft'
     group by v.organization_id, v.id
     order by v.subscription_id, v.start_on, v.publication_number, v.id`,
    [tx.organizationId, subscriptionIds],
  );
  return rows.map(({ priceIds, ...version }) => ({ ...version, priceGroups: [{ name: null, priceIds }] }));
}
