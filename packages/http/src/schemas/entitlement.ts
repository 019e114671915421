import { FEATURE_TYPES, RESETS } from "@counterfoil/engine";
import Type from "typebox";
import { decimal, instant, name, nullable, oneOf, record, timestamps } from "./schema.ts";

const key = Type.String({
  pattern: "^[a-z0-9]+([_-][a-z0-9]+)*$",
  maxLength: 100,
  description: "Small letters, digits, and single - or _ between them.",
});
const metricId = nullable(Type.String({ description: "The metric whose usage is the use of the feature." }));

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
  description: 'Of a boolean feature true or false; of a quantity a decimal as a string, or "unlimited".',
});
export const resets = oneOf(
  RESETS,
  "When a quantity starts again, in the account's time zone. None for a boolean feature.",
);

/** What a plan or a version grants. */
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
  limit: nullable({ ...decimal, description: "Null without a limit, and of a boolean feature." }),
  unlimited: Type.Boolean(),
  used: nullable(decimal),
  reserved: nullable(decimal),
  remaining: nullable({ ...decimal, description: "limit − used − reserved, not below 0; null without a limit." }),
  overage: nullable({ ...decimal, description: "Use above the limit, as work that cost more than estimated brings." }),
  resetsAt: nullable(instant),
};

export const accountEntitlements = record({
  accountId: Type.String(),
  asOf: Type.String({ format: "date-time", description: "The account's present: its test clock's, if it has one." }),
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
  quantity: Type.Optional(Type.String({ ...decimal, description: "How much is asked for; 1 when left out." })),
  reserve: Type.Optional(Type.Boolean({ description: "Holds the quantity back when it is allowed." })),
  expiresInSeconds: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 7 * DAY_SECONDS,
      description: "When the reservation gives back what nobody settled; 900 when left out.",
    }),
  ),
  uniqueId: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: "Your id of the reservation: the same call sent again reserves nothing anew.",
    }),
  ),
  settle: Type.Optional(
    record(
      { reservationId: Type.String({ minLength: 1, maxLength: 255 }), quantity: decimal },
      { description: "The real cost of earlier work, in the place of what was reserved for it; may be more." },
    ),
  ),
});

export const checkAnswer = record({
  allowed: Type.Boolean(),
  reason: nullable(oneOf(["not_entitled", "limit_reached"])),
  ...quantity,
  reservationId: nullable(Type.String()),
});
