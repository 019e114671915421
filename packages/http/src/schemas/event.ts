import { UNMATCHED_REASONS } from "@counterfoil/service";
import Type from "typebox";
import { instant, name, nullable, oneOf, record } from "./schema.ts";

const MAX_EVENTS = 10_000;
const value = Type.Union([Type.String(), Type.Number(), Type.Boolean()]);

const eventMembers = {
  account: name("Id or alias. An event of an unknown account is kept and counts once the account exists."),
  eventName: name("What a metric names as its eventName."),
  properties: Type.Optional(
    Type.Record(Type.String(), value, { maxProperties: 50, description: "Flat pairs; numbers keep all their digits." }),
  ),
  timestamp: Type.Optional(
    Type.String({
      format: "date-time",
      description: "When it happened, at most 1 hour ahead of the account's clock; by default now.",
    }),
  ),
};

/** What a caller sends. Only described here: the service checks event by event, so that a bad one harms no other. */
const eventInput = record(
  {
    uniqueId: name("Counts once for ever in the organization; chosen by the sender."),
    ...eventMembers,
  },
  { title: "UsageEventInput" },
);

/** What an amendment replaces. Only described here, too. */
export const eventAmendment = Type.Partial(record(eventMembers));

export const eventsInput = Type.Union([
  record({ events: Type.Array(eventInput, { maxItems: MAX_EVENTS }) }, { title: "UsageEventBatch" }),
  Type.Array(eventInput, { maxItems: MAX_EVENTS }),
  eventInput,
]);

/** CloudEvents 1.0 in their JSON format; extension attributes are allowed and left out. */
export const cloudEventInput = Type.Object(
  {
    specversion: Type.Literal("1.0"),
    id: name("Together with the source it is the event's uniqueId: `<source> <id>`, at most 255 characters."),
    source: name("A URI reference."),
    type: name("What a metric names as its eventName."),
    subject: name("The account: id or alias."),
    time: Type.Optional(Type.String({ format: "date-time", description: "The timestamp; by default now." })),
    datacontenttype: Type.Optional(Type.String({ description: "JSON, if it is there." })),
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

/** R-EVT-2. `x-answers` tells the client that is generated which value of a parameter is answered so. */
export const ingestAnswer = Type.Union([
  record(
    {
      ingested: uniqueIds("Stored now."),
      failed: uniqueIds("Not stored: see errors, in the same order. An empty text for an event without a usable id."),
      duplicates: uniqueIds("Stored before with the same content."),
      errors: Type.Array(
        record({
          index: Type.Integer({ description: "Place in the body, from 0." }),
          uniqueId: nullable(Type.String()),
          code: Type.String(),
          detail: Type.String(),
        }),
      ),
      counts: Type.Optional(
        record(ingestCounts, {
          title: "IngestCounts",
          description:
            "Only where the lists were cut because they grew beyond 48 MiB, or less where the server has little memory: how many there really are.",
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

export const event = record(
  {
    uniqueId: Type.String(),
    account: Type.String({ description: "The account as it was sent." }),
    accountId: nullable(Type.String({ description: "Null while no account is known by that name." })),
    eventName: Type.String(),
    properties: Type.Record(Type.String(), value),
    timestamp: instant,
    receivedAt: instant,
  },
  { title: "UsageEvent" },
);

export const unmatchedEvents = record({
  reason: oneOf(
    UNMATCHED_REASONS,
    "value_…: a metric needs a property that the events do not have, or that holds no decimal, or one out of range.",
  ),
  name: Type.String({ description: "The account as it was sent, or the eventName." }),
  count: Type.Integer(),
  firstReceivedAt: instant,
  lastReceivedAt: instant,
  metricId: nullable(Type.String({ description: "The metric that cannot read a value; null for the other reasons." })),
  property: nullable(Type.String({ description: "The property that the metric reads." })),
  value: nullable(
    Type.String({ description: "What it holds in the last of the events, as JSON; null where it is missing." }),
  ),
});
