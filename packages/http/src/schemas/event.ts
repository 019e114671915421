import { UNMATCHED_REASONS } from "@counterfoil/service";
import Type from "typebox";
import { modelCall } from "./model-price.ts";
import { instant, name, nullable, oneOf, record } from "./schema.ts";

const MAX_EVENTS = 10_000;
const value = Type.Union([Type.String(), Type.Number(), Type.Boolean()]);

const eventMembers = {
  account: name("ID or alias. An event of an unknown account is stored and counts as soon as the account exists."),
  eventName: name("The `eventName` of the metrics that count this event."),
  properties: Type.Optional(
    Type.Record(Type.String(), value, { maxProperties: 50, description: "Flat pairs. Numbers keep all their digits." }),
  ),
  timestamp: Type.Optional(
    Type.String({
      format: "date-time",
      description: "When the event happened, at most 1 hour ahead of the account's clock. Defaults to now.",
    }),
  ),
};

const costMembers = {
  amount: Type.String({
    format: "decimal",
    description: "An exact decimal, zero or more, with up to 40 digits after the point. A number is accepted, too.",
    examples: ["0.0125"],
  }),
  currency: Type.String({ description: "ISO 4217 code. It may differ from the account's.", examples: ["USD"] }),
};

const sentCost = record(costMembers, {
  title: "EventCostInput",
  description:
    "What the event costs you, such as the price of a model call. It counts in `GET /insights/margin` instead of " +
    "cost prices, and customers never see it.",
});

/**
 * The event that a caller sends. This schema only documents it: the service checks each event separately, so that an
 * invalid event does not affect the others.
 */
export const eventInput = record(
  {
    uniqueId: name("An ID that you choose. It counts only once in the organization, without a time limit."),
    ...eventMembers,
    cost: Type.Optional(nullable(sentCost)),
  },
  { title: "UsageEventInput" },
);

/** The fields that an amendment replaces. This schema only documents them, too. */
export const eventAmendment = Type.Partial(
  record({
    ...eventMembers,
    cost: nullable({ ...sentCost, description: "What the event costs you. Null removes the cost." }),
  }),
);

export const eventsInput = Type.Union([
  record({ events: Type.Array(eventInput, { maxItems: MAX_EVENTS }) }, { title: "UsageEventBatch" }),
  Type.Array(eventInput, { maxItems: MAX_EVENTS }),
  eventInput,
]);

/** A CloudEvents 1.0 event in JSON. Extension attributes are allowed and ignored. */
export const cloudEventInput = Type.Object(
  {
    specversion: Type.Literal("1.0"),
    id: name("With the source, forms the `uniqueId`: `<source> <id>`, at most 255 characters."),
    source: name("A URI reference."),
    type: name("The `eventName` of the metrics that count this event."),
    subject: name("The account: ID or alias."),
    time: Type.Optional(Type.String({ format: "date-time", description: "The timestamp. Defaults to now." })),
    datacontenttype: Type.Optional(Type.String({ description: "JSON, if present." })),
    data: Type.Optional(Type.Record(Type.String(), value, { maxProperties: 50, description: "The properties." })),
  },
  { title: "CloudEvent" },
);

const uniqueIds = (description: string) => Type.Array(Type.String(), { description });

const ingestCounts = {
  ingested: Type.Integer(),
  failed: Type.Integer(),
  duplicates: Type.Integer(),
  errors: Type.Integer(),
};

/** R-EVT-2. `x-answers` tells the generated client which parameter value selects this response. */
export const ingestAnswer = Type.Union([
  record(
    {
      ingested: uniqueIds("Stored by this request."),
      failed: uniqueIds(
        "Not stored: see `errors`, which has the same order. An empty string for an event without a usable ID.",
      ),
      duplicates: uniqueIds("Stored earlier with the same content."),
      errors: Type.Array(
        record({
          index: Type.Integer({ description: "The position in the body, from 0." }),
          uniqueId: nullable(Type.String()),
          code: Type.String(),
          detail: Type.String(),
        }),
      ),
      counts: Type.Optional(
        record(ingestCounts, {
          title: "IngestCounts",
          description:
            "The actual counts. Present only if the lists were cut because they exceeded 48 MiB, or less if the " +
            "server has little memory.",
        }),
      ),
    },
    { title: "IngestResult" },
  ),
  record(ingestCounts, {
    title: "IngestCounts",
    description: "With `?detail=counts`.",
    "x-answers": { parameter: "detail", value: "counts" },
  }),
]);

const eventCost = record(
  {
    metricId: nullable(Type.String({ description: "The metric that the cost is for. Null if none counts the event." })),
    ...costMembers,
    source: oneOf(
      ["event", "cost_price", "model_price"],
      "Sent with the event, or computed when it was stored, with a cost price or the price of a model.",
    ),
    quantity: nullable(Type.String({ description: "What the metric counts of the event. Only with a cost price." })),
    unitCost: nullable(Type.String({ description: "amount = quantity × unitCost. Only with a cost price." })),
    costPriceId: nullable(Type.String()),
    modelCall: nullable(modelCall),
  },
  { title: "EventCostPart" },
);

const shownMembers = {
  uniqueId: Type.String(),
  account: Type.String({ description: "The account as you sent it." }),
  accountId: nullable(Type.String({ description: "Null while no account has that name." })),
  eventName: Type.String(),
  properties: Type.Record(Type.String(), value),
  timestamp: instant,
  receivedAt: instant,
  cost: nullable(
    record(costMembers, {
      title: "EventCost",
      description: "What the event costs you, as you sent it. Null if you sent no cost.",
    }),
  ),
};

/** One event. */
export const event = record(
  {
    ...shownMembers,
    costs: Type.Array(eventCost, {
      description: "What the event costs you, by metric: the sent cost, or what was computed when it was stored.",
    }),
  },
  { title: "UsageEvent" },
);

/** An event in a list. Its costs are in another table, so a list does not read them. */
export const listedEvent = record(
  {
    ...shownMembers,
    costs: Type.Optional(
      Type.Array(eventCost, { description: "Only with `uniqueId`, which returns one event. Not in other lists." }),
    ),
  },
  { title: "ListedUsageEvent" },
);

export const unmatchedEvents = record({
  reason: oneOf(
    UNMATCHED_REASONS,
    "value_…: a metric needs a property that the events lack, or whose value is not a decimal or is out of range.",
  ),
  name: Type.String({ description: "The account as you sent it, or the event name." }),
  count: Type.Integer(),
  firstReceivedAt: instant,
  lastReceivedAt: instant,
  metricId: nullable(Type.String({ description: "The metric that cannot read a value. Null for other reasons." })),
  property: nullable(Type.String({ description: "The property that the metric reads." })),
  value: nullable(
    Type.String({ description: "The value in the latest of the events, as JSON. Null if the property is missing." }),
  ),
});
