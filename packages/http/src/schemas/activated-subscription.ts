import { VERSION_STATUSES, ACTIVATION_MODES, SUBSCRIPTION_STATUSES } from "@counterfoil/service";
import Type from "typebox";
import { currency, decimal, instant, nullable, oneOf, record, timestamps } from "./schema.ts";

const tier = record(
  { minUnits: Type.Number(), maxUnits: nullable(Type.Number()), unitAmount: decimal, fixedAmount: decimal },
  { title: "ActivatedTier" },
);

const priceItem = record(
  {
    priceId: Type.String(),
    type: Type.String(),
    unitAmount: nullable(decimal),
    quantity: nullable(decimal),
    tiers: Type.Array(tier),
  },
  { title: "ActivatedPrice" },
);

const bundleItem = record({ bundleId: Type.String(), prices: Type.Array(priceItem) }, { title: "ActivatedBundle" });
const scope = record({ type: oneOf(["global", "items"]), ids: Type.Array(Type.String()) });
const limit = { id: Type.String(), value: decimal, scope };

/** An alternative form of a subscription, which activation returns: `customerId` is the account. */
export const activatedSubscription = record(
  {
    id: Type.String(),
    customerId: Type.String(),
    name: Type.String(),
    description: nullable(Type.String()),
    purchaseOrderNumber: nullable(Type.String()),
    contractStartDate: instant,
    currency,
    status: oneOf(SUBSCRIPTION_STATUSES),
    activationMode: oneOf(ACTIVATION_MODES),
    currentVersion: record({
      id: Type.String(),
      effectiveStartDate: instant,
      effectiveEndDate: nullable(instant),
      status: oneOf(VERSION_STATUSES),
      items: Type.Array(Type.Union([priceItem, bundleItem])),
      thresholds: Type.Array(record({ ...limit, type: oneOf(["min", "max"]), interval: Type.String() })),
      discounts: Type.Array(record({ ...limit, type: Type.String() })),
    }),
    ...timestamps,
    canceledAt: nullable(instant),
    completedAt: nullable(instant),
  },
  { title: "ActivatedSubscription" },
);
