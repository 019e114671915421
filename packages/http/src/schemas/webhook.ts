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
    description: "The address that receives requests: https:// or http://, on the public internet.",
  }),
  description: nullable(text()),
  eventTypes: eventTypes(
    'Notification types, such as "invoice.issued". "invoice.*" matches all types with that prefix, "*" matches ' +
      "all.",
  ),
  enabled: Type.Boolean({
    description: "If false, Counterfoil sends nothing. Notifications from that time are not sent later.",
  }),
  sendFromSandbox: Type.Boolean({
    description: "Whether a sandbox sends to this endpoint. No effect on other organizations.",
  }),
};

const shown = {
  id: Type.String(),
  ...members,
  disabledReason: nullable(
    oneOf(
      DISABLED_REASONS,
      "manual: turned off by a user. failing: no delivery succeeded for three days. gone: the endpoint returned " +
        "410.",
    ),
  ),
  disabledAt: nullable(instant),
  failingSince: nullable({ ...instant, description: "The first failed attempt since the last success." }),
  ...timestamps,
};

const secret = Type.String({ description: "The secret that signs requests, whsec_…. Only this response shows it." });

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
      description: "How many hours requests are also signed with the previous secret. Defaults to 24.",
    }),
  ),
});

const deliveryMembers = {
  id: Type.String({ description: "The ID of the notification, and the `webhook-id` of each request." }),
  endpointId: Type.String(),
  type: Type.String(),
  objectId: Type.String({ description: "The object of the notification. Deliveries of one object arrive in order." }),
  timestamp: { ...instant, description: "When the event happened." },
  status: oneOf(
    DELIVERY_STATUSES,
    "pending: waiting for the first or the next attempt. delivered: the endpoint returned 2xx. failed: given up " +
      "after three days. caught: kept here instead of sent, because the organization is a sandbox.",
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
  statusCode: nullable(Type.Integer({ description: "Null if there was no response." })),
  failure: nullable(Type.String()),
  responseBody: nullable(Type.String({ description: "The first 8 KiB of the response body." })),
});
export const loggedWebhookDelivery = record({
  ...deliveryMembers,
  requestBody: Type.String({ description: "The exact body that is sent." }),
  log: Type.Array(attempt, { description: "All attempts, newest first." }),
});

export const redelivery = record({
  from: { ...instantInput, description: "The earliest notification, inclusive." },
  to: Type.Optional({ ...instantInput, description: "The latest notification, exclusive. Defaults to now." }),
  eventTypes: Type.Optional(eventTypes("Only these types, and only those that the endpoint subscribes to.")),
  includeDelivered: Type.Optional(Type.Boolean({ description: "Whether to include delivered notifications." })),
});
export const redelivered = record({ queued: Type.Integer() });
export const byDelivery = Type.Object({
  id: resourceId,
  notificationId: inPath("The ID of the notification: its `webhook-id`."),
});
