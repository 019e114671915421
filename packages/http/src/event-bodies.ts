import {
  cutEventsBody,
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
import type { BodyForm, WholeBody } from "./body-forms.ts";
import { cloudEventInput, eventsInput } from "./schemas/event.ts";

const MAX_EVENTS = 10_000;
/** Smaller bodies are parsed as a whole, which is faster. */
const WHOLE_BYTES = 64 * 1024;
export const NDJSON = "application/x-ndjson";
const CLOUD_EVENT = "application/cloudevents+json";
const CLOUD_EVENT_BATCH = "application/cloudevents-batch+json";

/** The forms of a body with events (R-EVT-1). */
export const eventBodyForms: readonly BodyForm[] = [
  { mediaType: "application/json", schema: eventsInput },
  {
    mediaType: NDJSON,
    schema: Type.String({
      description: "One event per line, without a limit on their number. A line may have up to 1 MiB.",
    }),
    isStreamed: true,
  },
  { mediaType: CLOUD_EVENT, schema: cloudEventInput },
  { mediaType: CLOUD_EVENT_BATCH, schema: Type.Array(cloudEventInput, { maxItems: MAX_EVENTS }) },
];

/** The events of a body that was received as a whole. */
export function parseEvents(body: WholeBody, headers: Headers): EventsBody<SentEvent> {
  const { mediaType, bytes } = body;
  const isBinary = mediaType !== CLOUD_EVENT && mediaType !== CLOUD_EVENT_BATCH && isBinaryCloudEvent(headers);
  const cut = isBinary || bytes.length <= WHOLE_BYTES ? null : cutEventsBody(bytes, mediaType === CLOUD_EVENT_BATCH);
  if (cut !== null) return cut;
  const { text } = body;
  if (mediaType === CLOUD_EVENT) return parseCloudEvent(text);
  if (mediaType === CLOUD_EVENT_BATCH) return parseCloudEventBatch(text);
  if (isBinary) return parseBinaryCloudEvent(headers, text);
  const { events, list } = parseEventsBody(text);
  return { events: events.map((event) => ({ event })), list };
}
