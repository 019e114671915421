import { FEATURE_TYPES, RESETS } from "@counterfoil/engine";
import Type from "typebox";
import { decimal, instant, name, nullable, oneOf, record, timestamps } from "./schema.ts";

const key = Type.String({
  pattern: "^[a-z0-9]+([_-][a-z0-9]+)*$",
  maxLength: 100,
  description: "Lowercase letters and digits, separated by single `-` or `_`.",
});
const metricId = nullable(Type.String({ description: "The metric that measures the use of the feature." }));

export const feature = record({
  id: Type.String(),
  key,
  name: Type.String(),
  type: oneOf(FEATURE_TYPES),
  metricId,
  ...timestamps,
});
export const featureCreation = record({
  key,
  name: name(),
  type: oneOf(FEATURE_TYPES),
  metricId: Type.Optional(metricId),
});
export const featureChange = record({ name: Type.Optional(name()), metricId: Type.Optional(metricId) });

export const entitlementValue = Type.Unsafe<boolean | string>({
  type: ["boolean", "string"],
  description: 'True or false for a boolean feature. For a quantity, a decimal as a string, or "unlimited".',
});
export const resets = oneOf(
  RESETS,
  "When the used quantity is reset, in the account's time zone. Not allowed for a boolean feature.",
);

/** The entitlements of a plan or a version. */
export const entitlements = Type.Array(record({ featureKey: Type.String(), value: entitlementValue, resets }));
export const entitlementsInput = Type.Array(
  record({
    featureKey: Type.String({ minLength: 1, maxLength: 100 }),
    value: entitlementValue,
    resets: Type.Optional(resets),
  }),
  { maxItems: 500, description: "Replaced as a whole." },
);

const quantity = {
  limit: nullable({ ...decimal, description: "Null if there is no limit, and for a boolean feature." }),
  unlimited: Type.Boolean(),
  used: nullable(decimal),
  reserved: nullable(decimal),
  remaining: nullable({ ...decimal, description: "limit − used − reserved, not below 0. Null if there is no limit." }),
  overage: nullable({
    ...decimal,
    description: "Use above the limit, for example from work that cost more than estimated.",
  }),
  resetsAt: nullable(instant),
};

export const accountEntitlements = record({
  accountId: Type.String(),
  asOf: Type.String({
    format: "date-time",
    description: "The account's current time: that of its test clock, if it has one.",
  }),
  entitlements: Type.Array(
    record({
      featureKey: Type.String(),
      name: Type.String(),
      type: oneOf(FEATURE_TYPES),
      allowed: Type.Boolean(),
      ...quantity,
      resets: nullable(resets),
      subscriptionIds: Type.Array(Type.String()),
    }),
  ),
});

const DAY_SECONDS = 86_400;

export const check = record({
  quantity: Type.Optional(Type.String({ ...decimal, description: "The requested quantity. Defaults to 1." })),
  reserve: Type.Optional(Type.Boolean({ description: "Reserves the quantity if it is allowed." })),
  expiresInSeconds: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 7 * DAY_SECONDS,
      description: "The seconds after which Counterfoil releases what was not settled. Defaults to 900.",
    }),
  ),
  uniqueId: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: "Your ID of the reservation. If you send the same call again, it does not reserve again.",
    }),
  ),
  settle: Type.Optional(
    record(
      { reservationId: Type.String({ minLength: 1, maxLength: 255 }), quantity: decimal },
      { description: "The real cost of earlier work. It replaces what was reserved and may be higher." },
    ),
  ),
});

export const checkAnswer = record({
  allowed: Type.Boolean(),
  reason: nullable(oneOf(["not_entitled", "limit_reached"])),
  ...quantity,
  reservationId: nullable(Type.String()),
});
