import {
  type EventsBody,
  type Headers,
  isBinaryCloudEvent,
  parseBinaryCloudEvent,
  parseCloudEvent,
  parseCloudEventBatch,
  parseEventsBody,
  type SentEvent,
} from "@counterfoil/service";
import Type from "typebox";
import type { BodyForm } from "./body-forms.ts";
import { cloudEventInput, eventsInput } from "./schemas/event.ts";

const MAX_EVENTS = 10_000;
export const NDJSON = "application/x-ndjson";
const CLOUD_EVENT = "application/cloudevents+json";
const CLOUD_EVENT_BATCH = "application/cloudevents-batch+json";

/** The forms of a body with events (R-EVT-1). */
export const eventBodyForms: readonly BodyForm[] = [
  { mediaType: "application/json", schema: eventsInput },
  {
    mediaType: NDJSON,
    schema: Type.String({ description: "One event on each line, as many as there are; a line has up to 1 MiB." }),
    isStreamed: true,
  },
  { mediaType: CLOUD_EVENT, schema: cloudEventInput },
  { mediaType: CLOUD_EVENT_BATCH, schema: Type.Array(cloudEventInput, { maxItems: MAX_EVENTS }) },
];

/** The events of a body that came whole. */
export function parseEvents(mediaType: string, text: string, headers: Headers): EventsBody<SentEvent> {
  if (mediaType === CLOUD_EVENT) return parseCloudEvent(text);
  if (mediaType === CLOUD_EVENT_BATCH) return parseCloudEventBatch(text);
  if (isBinaryCloudEvent(headers)) return parseBinaryCloudEvent(headers, text);
  const { events, list } = parseEventsBody(text);
  return { events: events.map((event) => ({ event })), list };
}
