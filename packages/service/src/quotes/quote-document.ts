import type { Resets } from "@counterfoil/engine";
import {
  type AccountRow,
  findAccount,
  findBundles,
  findFeaturesByKey,
  findPrices,
  getOrganization,
  type OrganizationRow,
  type PriceWithProduct,
  type ProductRow,
  type SubscriptionRow,
  type VersionDiscount,
  type VersionRow,
  type VersionScope,
  type VersionThreshold,
} from "@counterfoil/storage";
import { accountTimeZone } from "../clocks/index.ts";
import type { Work } from "../context.ts";
import { type QuoteFigures, quoteFigures } from "./quote-figures.ts";
import { type Price, toPrice } from "../prices/index.ts";
import { QUOTED_TERMS } from "../subscriptions/index.ts";

/**
 * The offer in a form for the customer: both parties, the terms, and what is sold from when on. Its only ID links it to
 * the resulting subscription.
 */
export interface QuoteDocument {
  subscriptionId: string;
  seller: Pick<
    OrganizationRow,
    "name" | "legalName" | "address" | "country" | "taxId" | "registrationNumber" | "email"
  >;
  buyer: Pick<AccountRow, "name" | "taxId"> & { address: AccountRow["billingAddress"]; country: string | null };
  /** The time zone of the dates in the terms. */
  timezone: string;
  terms: Pick<SubscriptionRow, (typeof QUOTED_TERMS)[number]>;
  versions: QuotedVersion[];
  /** Missing from quotes of earlier releases. */
  figures?: QuoteFigures;
}

export interface QuotedVersion {
  startDate: string | null;
  /** The start of the next version; null if there is none. */
  endDate: string | null;
  priceGroups: { name: string | null; description: string | null; prices: QuotedPrice[] }[];
  /** The features that the customer can use, by name. */
  entitlements: { feature: string; value: boolean | string; resets: Resets }[];
  /** Missing from quotes of earlier releases, like its limits. */
  discounts?: (Omit<VersionDiscount, "id" | "scope" | "priceIds"> & { scope: QuotedScope })[];
  thresholds?: (Omit<VersionThreshold, "id" | "scope" | "priceIds"> & { scope: QuotedScope })[];
}

/** Everything that the version sells, or parts of it by the names that the customer sees. */
export interface QuotedScope {
  type: VersionScope["type"];
  names: string[];
}

/** A price as in the API, but without internal data: product and metrics are shown by name. */
export interface QuotedPrice extends Omit<
  Price,
  | "id"
  | "productId"
  | "metricIds"
  | "taxRateIds"
  | "replacesPriceId"
  | "replacedByPriceId"
  | "archivedAt"
  | "createdAt"
  | "updatedAt"
> {
  product: Pick<ProductRow, "name" | "description" | "unitLabel" | "billingFrequency" | "paymentTerms">;
  metrics: { name: string; description: string | null }[];
}

/** The document of a subscription as it would be sent now. */
export async function quoteDocument(
  work: Work,
  subscription: SubscriptionRow,
  versions: readonly VersionRow[],
): Promise<QuoteDocument> {
  const organization = await getOrganization(work.tx);
  const account = await findAccount(work.tx, subscription.accountId);
  if (account === undefined) throw new Error(`subscription ${subscription.id} has no account`);
  const ids = versions.flatMap((version) => version.priceGroups.flatMap((group) => group.priceIds));
  const prices = new Map((await findPrices(work.tx, ids)).map((price) => [price.id, toQuotedPrice(price)]));
  const features = await findFeaturesByKey(
    work.tx,
    versions.flatMap((version) => version.entitlements.map(({ featureKey }) => featureKey)),
  );
  const nameOf = new Map(features.map((feature) => [feature.key, feature.name]));
  const bundles = await findBundles(work.tx, scopedIds(versions));
  const bundleNames = new Map(bundles.map((bundle) => [bundle.id, bundle.name]));
  return {
    figures: await quoteFigures(work, subscription, versions, account),
    subscriptionId: subscription.id,
    seller: toSeller(organization),
    buyer: toBuyer(account),
    timezone: accountTimeZone(account, organization),
    terms: toTerms(subscription),
    versions: versions.map((version, index) => ({
      ...quotedAdjustments(
        version,
        (id) => prices.get(id)?.product.name ?? groupName(version, id) ?? bundleNames.get(id),
      ),
      startDate: version.startDate,
      endDate: versions[index + 1]?.startDate ?? null,
      priceGroups: version.priceGroups.map(({ name, description, priceIds }) => ({
        name,
        description,
        prices: priceIds.flatMap((id) => prices.get(id) ?? []),
      })),
      entitlements: version.entitlements.map(({ featureKey, value, resets }) => ({
        feature: nameOf.get(featureKey) ?? featureKey,
        value,
        resets,
      })),
    })),
  };
}

function scopedIds(versions: readonly VersionRow[]): string[] {
  return versions.flatMap(({ discounts, thresholds }) =>
    [...discounts, ...thresholds].flatMap(({ scope }) => scope.ids),
  );
}

/** A bundle is offered with the name of its group. */
function groupName({ priceGroups }: VersionRow, bundleId: string): string | undefined {
  return priceGroups.find((group) => group.bundleId === bundleId)?.name ?? undefined;
}

/** The discounts, minimums and maximums of a version, with names instead of IDs (R-SUB-8). */
function quotedAdjustments(
  { discounts, thresholds }: VersionRow,
  nameOf: (id: string) => string | undefined,
): Required<Pick<QuotedVersion, "discounts" | "thresholds">> {
  const named = ({ type, ids }: VersionScope): QuotedScope => {
    return { type, names: [...new Set(ids.flatMap((id) => nameOf(id) ?? []))] };
  };
  return {
    discounts: discounts.map(({ type, value, scope, durationType, durationValue, durationUnit }) => {
      return { type, value, scope: named(scope), durationType, durationValue, durationUnit };
    }),
    thresholds: thresholds.map(({ type, value, interval, scope }) => ({ type, value, interval, scope: named(scope) })),
  };
}

function toSeller(organization: OrganizationRow): QuoteDocument["seller"] {
  const { name, legalName, address, country, taxId, registrationNumber, email } = organization;
  return { name, legalName, address, country, taxId, registrationNumber, email };
}

function toBuyer({ name, billingAddress, taxCountry, taxId }: AccountRow): QuoteDocument["buyer"] {
  return { name, address: billingAddress, country: taxCountry, taxId };
}

function toTerms(subscription: SubscriptionRow): QuoteDocument["terms"] {
  return Object.fromEntries(
    QUOTED_TERMS.map((term) => [term, subscription[term]]),
  ) as unknown as QuoteDocument["terms"];
}

function toQuotedPrice(row: PriceWithProduct): QuotedPrice {
  const {
    id: _id,
    productId: _productId,
    metricIds: _ids,
    taxRateIds: _rates,
    replacesPriceId: _replaced,
    replacedByPriceId: _replacing,
    archivedAt: _archived,
    createdAt: _made,
    updatedAt: _changed,
    ...shown
  } = toPrice({ ...row, pricingModel: modelByName(row) });
  const { name, description, unitLabel, billingFrequency, paymentTerms } = row.product;
  return {
    ...shown,
    product: { name, description, unitLabel, billingFrequency, paymentTerms },
    metrics: row.metrics.map((metric) => ({ name: metric.name, description: metric.description })),
  };
}

/** The pricing model. If it refers to metrics (an expression does), it shows their names instead of IDs. */
function modelByName({ pricingModel, metrics }: PriceWithProduct): object {
  if (!("metrics" in pricingModel) || typeof pricingModel.metrics !== "object") return pricingModel;
  const nameOf = new Map<unknown, string>(metrics.map((metric) => [metric.id, metric.name]));
  const named = Object.entries(pricingModel.metrics ?? {}).map(([name, id]) => [name, nameOf.get(id) ?? name]);
  return { ...pricingModel, metrics: Object.fromEntries(named) };
}
