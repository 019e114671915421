export { type Client, createClient } from "./client.ts";
export { createEventBuffer, type EventBuffer, type EventBufferOptions } from "./events/event-buffer.ts";
export type { EventIntake, Refusal } from "./events/deliver-events.ts";
export { EventStream, type Streamed, type StreamOptions } from "./events/event-stream.ts";
export type { NewUsageEvent } from "./events/new-event.ts";
export * from "./generated/resources.gen.ts";
export type * from "./generated/types.gen.ts";
export { type Connection, createConnection } from "./request/connection.ts";
export type { Answer } from "./request/answer.ts";
export { Download } from "./request/download.ts";
export { type ClientErrorCode, CounterfoilError, type Fault } from "./request/error.ts";
export type { ListFilter, ListQuery, ListSort } from "./request/list-query.ts";
export type { ClientOptions, RequestOptions } from "./request/options.ts";
export { Pages } from "./request/pages.ts";
export { Reply } from "./request/reply.ts";
export {
  verifyWebhook,
  type WebhookCheck,
  type WebhookEvent,
  type WebhookFault,
  type WebhookNotification,
  WebhookVerificationError,
} from "./webhooks/verify-webhook.ts";
