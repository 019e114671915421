import { SPEND_APPLICATIONS, SPEND_ENFORCEMENTS } from "@counterfoil/service";
import Type from "typebox";
import { eventInput } from "./event.ts";
import { currency, decimal, instant, judgedLater, name, nullable, oneOf, record } from "./schema.ts";

const MOST_EVENTS = 100;
const MOST_SETTLED = 1_000;
const DAY_SECONDS = 86_400;

const balance = {
  granted: { ...decimal, description: "The amounts of the grants that can be used now." },
  drawn: { ...decimal, description: "What issued invoices have drawn of them." },
  running: { ...decimal, description: "What usage that is on no issued invoice will draw, with tax." },
  held: { ...decimal, description: "What open holds will draw on top." },
  available: { ...decimal, description: "`granted` − `drawn` − `running` − `held`." },
  grants: Type.Array(record({ id: Type.String(), available: decimal }), {
    description: "In the order in which they are used.",
  }),
};

const creditLine = nullable(
  record(
    {
      limit: { ...decimal, description: "What usage may owe beyond the grants." },
      owed: { ...decimal, description: "What issued invoices still owe." },
    },
    {
      title: "CreditLine",
      description:
        "With a credit line, `available` also contains `limit` − `owed`, and `running` and `held` what no grant pays.",
    },
  ),
);

export const creditBalances = record({
  accountId: Type.String(),
  balances: Type.Array(record({ currency, creditLine, ...balance }), { description: "Money, by currency." }),
  units: Type.Array(record({ metricId: Type.String(), ...balance }), {
    description: "Units of a metric, which pay for its usage.",
  }),
  spendLimits: Type.Array(
    record(
      {
        id: Type.String(),
        accountId: Type.String({ description: "The account of the limit: this one, or one above it in its family." }),
        metricId: nullable(Type.String()),
        productId: nullable(Type.String()),
        appliesTo: oneOf(SPEND_APPLICATIONS),
        currency,
        amount: decimal,
        enforcement: oneOf(SPEND_ENFORCEMENTS),
        spent: { ...decimal, description: "What usage of the current billing period costs, with tax." },
        held: { ...decimal, description: "What open holds would add." },
        remaining: { ...decimal, description: "What is left of the limit." },
        periodStart: nullable({
          ...Type.String({ format: "date" }),
          description: "The first day of the period. Null while the account pays for no such usage.",
        }),
      },
      { title: "SpendLimitUse" },
    ),
    { description: "The active spend limits of the account, and of the families above it." },
  ),
});

const burnDown = record(
  {
    currency,
    points: Type.Array(record({ at: instant, available: decimal }), {
      description:
        "What was available at the start of each day of the current billing period, at most 31 days, and now. Without " +
        "holds, except for the last point.",
    }),
    usedPerDay: { ...decimal, description: "The average of the last seven days, or of the period if it is younger." },
    forecast: Type.Array(record({ at: instant, available: decimal }), {
      description: "What is left at the starts of the next days at that average, at most 14, until nothing is left.",
    }),
    runsOutOn: nullable({
      ...Type.String({ format: "date" }),
      description: "The day on which credit runs out at that average. Null if nothing was used lately.",
    }),
  },
  { title: "BurnDown" },
);
const timezone = Type.String({ description: "IANA name of the time zone of the days." });

export const creditBurnDown = record({ accountId: Type.String(), timezone, balances: Type.Array(burnDown) });

/** What a customer sees of their credit. */
export const portalCredit = record({
  balances: creditBalances.properties.balances,
  timezone,
  burnDown: Type.Array(burnDown),
});

const estimates = Type.Array(
  record({
    eventName: name("The `eventName` of a metric that a price of the account counts."),
    properties: Type.Optional(
      Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()]), {
        maxProperties: 50,
        description: "Flat pairs, estimated. Values that a metric adds up must not be negative.",
      }),
    ),
  }),
  { minItems: 1, maxItems: MOST_EVENTS, description: "What will probably happen, all of it paid in one currency." },
);
const wantedCurrency = Type.Optional({ ...currency, description: "Refuses events that are paid in another currency." });

export const creditCheck = record({ events: estimates, currency: wantedCurrency });
const holdId = Type.String({ minLength: 1, maxLength: 255 });

export const creditHoldSettling = record({
  holdId,
  events: Type.Array(judgedLater(eventInput), {
    maxItems: MOST_SETTLED,
    description: "What happened, as `POST /events` takes it. The account must be that of the hold.",
  }),
});
export const settledCreditHold = record({
  holdId: Type.String(),
  amount: { ...decimal, description: "What the events added to the cost of the account's usage, with tax." },
  held: decimal,
  overage: { ...decimal, description: "The part of `amount` above `held`." },
  currency,
  available: decimal,
  ingested: Type.Integer({ description: "Events that this call stored." }),
  duplicates: Type.Integer({ description: "Events that were stored earlier with the same content." }),
});

export const creditHoldCreation = record({
  uniqueId: name("Your ID of the hold. If you send the same call again, it does not hold again."),
  events: estimates,
  expiresInSeconds: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 7 * DAY_SECONDS,
      description: "The seconds after which Counterfoil releases what was not settled. Defaults to 900.",
    }),
  ),
  currency: wantedCurrency,
  settle: Type.Optional({
    ...creditHoldSettling,
    title: "CreditSettlement",
    description:
      "An earlier hold, which the call settles first. If it is refused, nothing is held; if credit does not cover the " +
      "new events, it is settled all the same.",
  }),
});

const answered = {
  allowed: Type.Boolean(),
  reason: nullable(
    oneOf(
      ["insufficient_credit", "spend_limit"],
      "Why the events are not allowed: credit does not cover them, or they would pass a hard spend limit.",
    ),
  ),
  spendLimitId: nullable(Type.String({ description: "The hard spend limit that the events would pass." })),
  holdId: nullable(Type.String()),
  amount: { ...decimal, description: "What the events add to the cost of the account's usage, with tax." },
  currency,
  available: { ...decimal, description: "The money that is available after this call." },
};
export const creditAnswer = record(answered);
export const creditHoldAnswer = record({
  ...answered,
  settled: nullable({
    ...settledCreditHold,
    title: "SettledCreditHold",
    description: "What `settle` settled. Null for a call without `settle`.",
  }),
});

export const creditHoldRelease = record({ holdId });
export const releasedCreditHold = record({
  holdId: Type.String(),
  released: decimal,
  currency,
  available: decimal,
});
