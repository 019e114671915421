import {
  type Contract,
  type ContractPrice,
  type ContractVersion,
  Decimal,
  earlier,
  later,
  type Pause,
  remembered,
} from "@counterfoil/engine";
import {
  type AccountRow,
  type ContractRow,
  type ContractVersionRow,
  findAccountsById,
  findPauses,
  findPrices,
  findVersions,
  getOrganization,
  type OrganizationRow,
  type PauseRow,
  type PriceWithProduct,
  type SubscriptionRow,
  type Tx,
  type VersionRow,
} from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import { accountTimeZone } from "../clocks/index.ts";
import {
  priceDiscounts,
  priceThresholds,
  subscriptionDiscounts,
  subscriptionThresholds,
  versionAdjustments,
} from "./adjustments.ts";
import { toContractPrice } from "./contract-price.ts";

/** A contract for the engine, with the rows that it was read from. */
export interface LoadedContract {
  readonly contract: Contract;
  readonly subscription: SubscriptionRow;
  readonly versions: readonly VersionRow[];
  readonly pauses: readonly PauseRow[];
  readonly prices: ReadonlyMap<string, PriceWithProduct>;
  readonly account: AccountRow;
  readonly organization: OrganizationRow;
}

/**
 * Reads everything that billing needs of these subscriptions. The number of statements does not grow with the number of
 * subscriptions.
 */
export async function loadContracts(tx: Tx, subscriptions: readonly SubscriptionRow[]): Promise<LoadedContract[]> {
  if (subscriptions.length === 0) return [];
  const ids = subscriptions.map((row) => row.id);
  const [organization, accounts, versions, allPauses] = await Promise.all([
    getOrganization(tx),
    findAccountsById(tx, [...new Set(subscriptions.map((row) => row.accountId))]),
    findVersions(tx, ids),
    findPauses(tx, ids),
  ]);
  const pausesOf = Map.groupBy(allPauses, (pause) => pause.subscriptionId);
  const priceIds = new Set(versions.flatMap((version) => version.priceGroups.flatMap((group) => group.priceIds)));
  const prices = new Map((await findPrices(tx, [...priceIds])).map((price) => [price.id, price]));
  const contractPrice = rememberPrices();
  const accountOf = new Map(accounts.map((account) => [account.id, account]));
  const versionsOf = Map.groupBy(versions, (version) => version.subscriptionId);
  return subscriptions.map((subscription) => {
    const account = accountOf.get(subscription.accountId);
    if (account === undefined) throw new Error(`subscription ${subscription.id} has no account`);
    const own = versionsOf.get(subscription.id) ?? [];
    const pauses = pausesOf.get(subscription.id) ?? [];
    const contract = toContract(
      { subscription, versions: own, pauses, prices },
      accountTimeZone(account, organization),
      contractPrice,
    );
    return { contract, subscription, versions: own, pauses, prices, account, organization };
  });
}

/** The rows that make up the engine's contract. */
interface ContractRows {
  readonly subscription: ContractRow;
  readonly versions: readonly ContractVersionRow[];
  readonly pauses: readonly PauseRow[];
  readonly prices: ReadonlyMap<string, PriceWithProduct>;
}

/** Rows → the engine's contract. Only published versions count. */
export function toContract(
  { subscription, versions, pauses, prices }: ContractRows,
  timeZone: string,
  contractPrice: typeof toContractPrice,
): Contract {
  const startsOn = dateOf(subscription.contractStartOn);
  const sold = soldPrices(versions, prices, startsOn);
  const trialDays = subscription.trialPeriodDays ?? 0;
  const served = trialDays === 0 ? startsOn : startsOn.add({ days: trialDays });
  const ofVersions = versionAdjustments(versions, served);
  return {
    subscriptionId: subscription.id,
    currency: subscription.currency,
    conversionRate: subscription.conversionRate === null ? null : Decimal.of(subscription.conversionRate),
    timeZone,
    earlierZones: subscription.earlierZones.map(({ timeZone: zone, through }) => ({
      timeZone: zone,
      through: Temporal.PlainDate.from(through),
    })),
    startsOn,
    trialDays,
    anchor: toDate(subscription.firstBillingOn) ?? served,
    endsOn: endOf(subscription),
    termEndsOn: subscription.autoRenew ? null : toDate(subscription.contractEndOn),
    creditsAfterEnd: subscription.cancelationCredit !== "none",
    pauses: pauses.map(toPause),
    invoicesFrom: toDate(subscription.invoiceGenerationStartOn),
    chargesOneOffsAtStart: subscription.chargeOneoffPricesOnContractStart,
    versions: versions.flatMap((version) =>
      version.status === "draft" ? [] : [toContractVersion(version, prices, contractPrice)],
    ),
    discounts: [
      ...sold.flatMap((entry) => priceDiscounts(entry, served, timeZone, subscription)),
      ...ofVersions.discounts,
      ...subscriptionDiscounts(subscription, served),
    ],
    thresholds: [
      ...sold.flatMap((entry) => priceThresholds(entry.price, subscription)),
      ...ofVersions.thresholds,
      ...subscriptionThresholds(subscription),
    ],
  };
}

/** A contract that renews has no end: its end date is only the moment of renewal, unless it is canceled (R-SUB-7). */
function endOf({ autoRenew, contractEndOn, cancelsOn }: ContractRow): Temporal.PlainDate | null {
  const agreed = autoRenew ? null : toDate(contractEndOn);
  const canceled = toDate(cancelsOn);
  return agreed === null || canceled === null ? (agreed ?? canceled) : earlier(agreed, canceled);
}

function toPause({ startsOn, endsOn, billedVersionId }: PauseRow): Pause {
  return { startsOn: dateOf(startsOn), endsOn: toDate(endsOn), billedVersionId };
}

/** The prices of the published versions, each once, with the day on which it is first sold. */
function soldPrices(
  versions: readonly ContractVersionRow[],
  prices: ReadonlyMap<string, PriceWithProduct>,
  startsOn: Temporal.PlainDate,
): SoldPrice[] {
  const sold = new Map<string, SoldPrice>();
  for (const version of versions) {
    const from = toDate(version.startOn);
    if (version.status === "draft" || from === null) continue;
    for (const id of version.priceGroups.flatMap((group) => group.priceIds)) {
      const price = prices.get(id);
      if (price !== undefined && !sold.has(id)) sold.set(id, { price, from: later(from, startsOn) });
    }
  }
  return [...sold.values()];
}

interface SoldPrice {
  readonly price: PriceWithProduct;
  /** A version can start before the contract, which sells nothing before its own start. */
  readonly from: Temporal.PlainDate;
}

/** Converts prices that many subscriptions sell only once. */
export function rememberPrices(): typeof toContractPrice {
  const known = new Map<string, ContractPrice>();
  return (price, groupName) => {
    const key = `${price.id} ${groupName ?? ""}`;
    const present = known.get(key) ?? toContractPrice(price, groupName);
    known.set(key, present);
    return present;
  };
}

function toContractVersion(
  version: ContractVersionRow,
  prices: ReadonlyMap<string, PriceWithProduct>,
  contractPrice: typeof toContractPrice,
): ContractVersion {
  const startsOn = toDate(version.startOn);
  if (startsOn === null) throw new Error(`version ${version.id} is published without a start`);
  return {
    id: version.id,
    startsOn,
    endsOn: toDate(version.endOn),
    proration: version.proration,
    isAfterBilling: version.isAfterBilling,
    prices: version.priceGroups.flatMap((group) =>
      group.priceIds.map((id) => {
        const price = prices.get(id);
        if (price === undefined) throw new Error(`version ${version.id} sells the price ${id}, which does not exist`);
        return contractPrice(price, group.name);
      }),
    ),
  };
}

function toDate(text: string | null): Temporal.PlainDate | null {
  return text === null ? null : dateOf(text);
}

/** Parsed dates. Contracts share a few dates, and parsing a date takes as long as most work done with it. */
const dateOf = remembered((text: string) => Temporal.PlainDate.from(text));
