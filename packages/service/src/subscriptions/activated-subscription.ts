import { formatAmount, type PricingModel, unreachable, type Tier } from "@counterfoil/engine";
import type { PriceWithProduct, SubscriptionRow, VersionRow, VersionStatus } from "@counterfoil/storage";
import { adjustmentId, invoiced, PERIOD_OF_INTERVAL, priceModel } from "../contracts/index.ts";

/** A subscription in the shape of the activation response, with `customerId` for the account. */
export interface ActivatedSubscription {
  id: string;
  customerId: string;
  name: string;
  description: string | null;
  purchaseOrderNumber: string | null;
  contractStartDate: string;
  currency: string;
  status: SubscriptionRow["status"];
  activationMode: SubscriptionRow["activationMode"];
  currentVersion: CurrentVersion;
  createdAt: string;
  updatedAt: string;
  canceledAt: string | null;
  completedAt: string | null;
}

export interface CurrentVersion {
  id: string;
  effectiveStartDate: string;
  effectiveEndDate: string | null;
  status: VersionStatus;
  items: VersionItem[];
  thresholds: { id: string; type: "min" | "max"; value: string; interval: string; scope: ShownScope }[];
  discounts: { id: string; type: string; value: string; scope: ShownScope }[];
}

export interface ShownScope {
  type: "global" | "items";
  ids: string[];
}

export interface PriceItem {
  priceId: string;
  type: string;
  unitAmount: string | null;
  quantity: string | null;
  tiers: { minUnits: number; maxUnits: number | null; unitAmount: string; fixedAmount: string }[];
}

export type VersionItem = PriceItem | { bundleId: string; prices: PriceItem[] };

const EVERYTHING: ShownScope = { type: "global", ids: [] };

/** The shape of the activation response. The current version is the one in effect, or the first future one. */
export function toActivated(
  row: SubscriptionRow,
  versions: readonly VersionRow[],
  prices: ReadonlyMap<string, PriceWithProduct>,
  now: string,
): ActivatedSubscription {
  return {
    id: row.id,
    customerId: row.accountId,
    name: row.name,
    description: row.description,
    purchaseOrderNumber: row.purchaseOrderNumber,
    contractStartDate: row.contractStartDate,
    currency: row.currency,
    status: row.status,
    activationMode: row.activationMode,
    currentVersion: toCurrentVersion(row, currentVersion(versions, now), prices),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    canceledAt: row.canceledAt,
    completedAt: row.completedAt,
  };
}

/** The version in effect at an instant, or the first future one. */
export function currentVersion(versions: readonly VersionRow[], now: string): VersionRow {
  const published = versions.filter((version) => version.status !== "draft");
  const running = published.findLast((version) => version.startDate !== null && version.startDate <= now);
  const version = running ?? published[0];
  if (version === undefined) throw new Error("an active subscription has no published version");
  return version;
}

function toCurrentVersion(
  subscription: SubscriptionRow,
  version: VersionRow,
  prices: ReadonlyMap<string, PriceWithProduct>,
): CurrentVersion {
  const item = (id: string): PriceItem[] => {
    const price = prices.get(id);
    return price === undefined ? [] : [toPriceItem(price)];
  };
  const sold = version.priceGroups.flatMap((group) => group.priceIds.flatMap((id) => prices.get(id) ?? []));
  return {
    id: version.id,
    effectiveStartDate: version.startDate ?? subscription.contractStartDate,
    effectiveEndDate: version.endDate,
    status: version.status,
    items: version.priceGroups.flatMap((group): VersionItem[] =>
      group.bundleId === null
        ? group.priceIds.flatMap(item)
        : [{ bundleId: group.bundleId, prices: group.priceIds.flatMap(item) }],
    ),
    thresholds: thresholdsOf(subscription, version, sold),
    discounts: discountsOf(subscription, version, sold),
  };
}

/** The limits of the prices, of the version and of the subscription, in the order of application (R-SUB-8). */
function thresholdsOf(
  subscription: SubscriptionRow,
  version: VersionRow,
  sold: readonly PriceWithProduct[],
): CurrentVersion["thresholds"] {
  return (["min", "max"] as const).flatMap((type) => {
    const member = type === "min" ? "minimumSpend" : "maximumSpend";
    const ofPrices = sold.flatMap(({ id, [member]: spend }) => {
      if (spend === null) return [];
      const interval = PERIOD_OF_INTERVAL[spend.period];
      const value = shownAmount(spend.amount.value, subscription);
      return [{ id: adjustmentId(id, type), type, value, interval, scope: ofPrice(id) }];
    });
    const ofVersion = version.thresholds
      .filter((threshold) => threshold.type === type)
      .map(({ id, value, interval, scope }) => ({ id, type, value, interval, scope }));
    const spend = subscription[member];
    const ofWhole =
      spend === null
        ? []
        : [
            {
              id: adjustmentId(subscription.id, type),
              type,
              value: spend.amount,
              interval: spend.period,
              scope: EVERYTHING,
            },
          ];
    return [...ofPrices, ...ofVersion, ...ofWhole];
  });
}

/** An amount of a price in the currency of the subscription. */
function shownAmount(amount: string, subscription: SubscriptionRow): string {
  const { conversionRate, currency } = subscription;
  return conversionRate === null ? amount : formatAmount({ amount: invoiced(amount, subscription), currency });
}

function discountsOf(
  subscription: SubscriptionRow,
  version: VersionRow,
  sold: readonly PriceWithProduct[],
): CurrentVersion["discounts"] {
  const { id, discount } = subscription;
  const ofPrices = sold.flatMap((price) => {
    if (price.discount === null) return [];
    const { discountType: type, amount } = price.discount;
    const value = type === "amount" ? shownAmount(amount.value, subscription) : amount.value;
    return [{ id: adjustmentId(price.id, "discount"), type, value, scope: ofPrice(price.id) }];
  });
  const ofVersion = version.discounts.map((one) => ({
    id: one.id,
    type: one.type,
    value: one.value,
    scope: one.scope,
  }));
  const ofWhole =
    discount === null
      ? []
      : [
          {
            id: adjustmentId(id, "discount"),
            type: discount.discountType,
            value: discount.amount,
            scope: EVERYTHING,
          },
        ];
  return [...ofPrices, ...ofVersion, ...ofWhole];
}

function ofPrice(id: string): ShownScope {
  return { type: "items", ids: [id] };
}

/**
 * Converts a price to an item of the activation response: one amount, a quantity for fixed prices, tiers for tiered
 * ones.
 */
function toPriceItem(price: PriceWithProduct): PriceItem {
  const model = priceModel(price);
  return { priceId: price.id, type: model.type, quantity: null, ...amountsOf(model) };
}

function amountsOf(model: PricingModel): Pick<PriceItem, "unitAmount" | "tiers"> & { quantity?: string } {
  switch (model.type) {
    case "fixed":
      return { unitAmount: model.pricePerUnit.toString(), quantity: model.units.toString(), tiers: [] };
    case "unit":
    case "volume_percentage":
      return { unitAmount: model.pricePerUnit.toString(), tiers: [] };
    case "tiered":
    case "graduated_tiered":
    case "prepaid_tiered":
    case "prepaid_fixed_tiered":
      return { unitAmount: null, tiers: model.tiers.map(toTier) };
    case "package":
      return { unitAmount: model.pricePerPackage.toString(), tiers: [] };
    case "tiered_percentage":
    case "graduated_percentage":
    case "matrix":
    case "expression":
      return { unitAmount: null, tiers: [] };
    default:
      return unreachable(model);
  }
}

function toTier(tier: Tier): PriceItem["tiers"][number] {
  return {
    minUnits: Number(tier.minUnits.toString()),
    maxUnits: tier.maxUnits === null ? null : Number(tier.maxUnits.toString()),
    unitAmount: tier.pricePerUnit.toString(),
    fixedAmount: tier.fixedFee.toString(),
  };
}
