import { DELIVERY_STATUSES, DISABLED_REASONS } from "@counterfoil/service";
import Type from "typebox";
import { inPath, instant, instantInput, nullable, oneOf, record, resourceId, text, timestamps } from "./schema.ts";

const MOST_TYPES = 100;
const LONGEST_URL = 2_000;
const LONGEST_TYPE = 100;
const LONGEST_OVERLAP_HOURS = 168;

const eventTypes = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: LONGEST_TYPE }), {
    minItems: 1,
    maxItems: MOST_TYPES,
    description,
  });

const members = {
  url: Type.String({
    maxLength: LONGEST_URL,
    description: "Where requests go: https:// or http://, on the public internet.",
  }),
  description: nullable(text()),
  eventTypes: eventTypes(
    'Types of notifications, such as "invoice.issued"; "invoice.*" for all that begin so, "*" for all.',
  ),
  enabled: Type.Boolean({ description: "False: nothing is sent, and what happens meanwhile is not meant for it." }),
  sendFromSandbox: Type.Boolean({
    description: "True: sent although the organization is a sandbox. Of no effect elsewhere.",
  }),
};

const shown = {
  id: Type.String(),
  ...members,
  disabledReason: nullable(
    oneOf(
      DISABLED_REASONS,
      "manual: somebody said so. failing: nothing was delivered for three days. gone: it answered 410.",
    ),
  ),
  disabledAt: nullable(instant),
  failingSince: nullable({ ...instant, description: "The first attempt that failed since one succeeded." }),
  ...timestamps,
};

const secret = Type.String({ description: "What requests are signed with, whsec_…; shown this once." });

export const webhookEndpoint = record(shown);
export const webhookEndpointWithSecret = record({ ...shown, secret });
const optional = Type.Partial(record(members));
export const webhookEndpointCreation = record({ ...optional.properties, url: members.url });
export const webhookEndpointChange = record(optional.properties);

export const secretRotation = record({
  overlapHours: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: LONGEST_OVERLAP_HOURS,
      description: "For how long requests are signed with the secret before as well; 24 where nothing is said.",
    }),
  ),
});

const deliveryMembers = {
  id: Type.String({ description: "The notification's id, and the webhook-id of each request." }),
  endpointId: Type.String(),
  type: Type.String(),
  objectId: Type.String({ description: "What it is about: deliveries of one object come in their order." }),
  timestamp: { ...instant, description: "When it happened." },
  status: oneOf(
    DELIVERY_STATUSES,
    "pending: waiting, or tried and to be tried again. delivered: answered with 2xx. failed: given up after three days. " +
      "caught: kept here instead of sent, by a sandbox.",
  ),
  attempts: Type.Integer(),
  nextAttemptAt: nullable(instant),
  lastStatusCode: nullable(Type.Integer()),
  lastFailure: nullable(Type.String()),
  endedAt: nullable(instant),
};
export const webhookDelivery = record(deliveryMembers);

const attempt = record({
  number: Type.Integer(),
  beganAt: instant,
  durationMilliseconds: Type.Integer(),
  url: Type.String(),
  statusCode: nullable(Type.Integer({ description: "Null where nothing was answered." })),
  failure: nullable(Type.String()),
  responseBody: nullable(Type.String({ description: "The first 8 KiB of it." })),
});
export const loggedWebhookDelivery = record({
  ...deliveryMembers,
  requestBody: Type.String({ description: "What is sent, to the letter." }),
  log: Type.Array(attempt, { description: "Every attempt, the newest first." }),
});

export const redelivery = record({
  from: { ...instantInput, description: "When the first was written." },
  to: Type.Optional({ ...instantInput, description: "Before this; now where nothing is said." }),
  eventTypes: Type.Optional(eventTypes("Of these types only, and of those that the endpoint asks for.")),
  includeDelivered: Type.Optional(Type.Boolean({ description: "True: also what was delivered." })),
});
export const redelivered = record({ queued: Type.Integer() });
export const byDelivery = Type.Object({
  id: resourceId,
  notificationId: inPath("Of the notification: its webhook-id."),
});
