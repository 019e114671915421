import type { Entitlement } from "@counterfoil/engine";
import type {
  SubscriptionRow,
  VersionDiscount,
  VersionRow,
  VersionStatus,
  VersionThreshold,
  PriceGroup,
} from "@counterfoil/storage";

/** Internal members that the API does not show. */
type Internal =
  | "contractStartOn"
  | "contractEndOn"
  | "firstBillingOn"
  | "invoiceGenerationStartOn"
  | "nextBillingAt"
  | "nextBillingOn"
  | "startedAt"
  | "lastBillingOn"
  | "earlierZones"
  | "cancelsOn"
  | "cancelationCredit"
  | "conversionRate"
  | "billingFailure"
  | "testClockId";

/** A subscription as `GET /subscriptions` and `GET /subscriptions/{id}` return it. */
export interface Subscription extends Omit<SubscriptionRow, Internal> {
  organizationId: string;
  /** A JSON number, as the API returns it (R-API-1). The books use the exact decimal. */
  conversionRate: number | null;
  hasPDF: boolean;
}

export function toSubscription(row: SubscriptionRow, organizationId: string): Subscription {
  const {
    contractStartOn: _contractStartOn,
    contractEndOn: _contractEndOn,
    firstBillingOn: _firstBillingOn,
    invoiceGenerationStartOn: _invoiceGenerationStartOn,
    nextBillingAt: _nextBillingAt,
    nextBillingOn: _nextBillingOn,
    startedAt: _startedAt,
    lastBillingOn: _lastBillingOn,
    earlierZones: _earlierZones,
    cancelsOn: _cancelsOn,
    cancelationCredit: _cancelationCredit,
    billingFailure: _billingFailure,
    testClockId: _testClockId,
    conversionRate,
    ...shown
  } = row;
  return {
    ...shown,
    renewalHistory: row.renewalHistory.map(({ endedOn: _endedOn, ...renewal }) => renewal),
    organizationId,
    conversionRate: conversionRate === null ? null : Number(conversionRate),
    hasPDF: row.pdfSha256 !== null,
  };
}

/** A version as the list of versions returns it. */
export interface SubscriptionVersion {
  id: string;
  createdAt: string;
  organizationId: string;
  quoteId: string | null;
  changeDescription: string | null;
  startDate: string | null;
  endDate: string | null;
  priceGroups: PriceGroup[];
  entitlements: Entitlement[];
  discounts: ShownDiscount[];
  thresholds: ShownThreshold[];
  status: VersionStatus;
}

export type ShownDiscount = Omit<VersionDiscount, "priceIds">;
export type ShownThreshold = Omit<VersionThreshold, "priceIds">;

export function toVersion(row: VersionRow, organizationId: string): SubscriptionVersion {
  return {
    id: row.id,
    createdAt: row.createdAt,
    organizationId,
    quoteId: row.quoteId,
    changeDescription: row.changeDescription,
    startDate: row.startDate,
    endDate: row.endDate,
    priceGroups: row.priceGroups,
    entitlements: row.entitlements,
    discounts: row.discounts.map(({ priceIds: _prices, ...discount }) => discount),
    thresholds: row.thresholds.map(({ priceIds: _prices, ...threshold }) => threshold),
    status: row.status,
  };
}
