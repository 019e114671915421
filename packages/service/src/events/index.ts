export { bindUnmatchedEvents } from "./bind-unmatched-events.ts";
export { checkEvents } from "./check-events.ts";
export { amendEvent, findEvent, getEvent, parseAmendment, voidEvent } from "./correct-event.ts";
export { cutEventsBody } from "./cut-events-body.ts";
export { fingerprintOf, readCursor, writeCursor } from "./event-cursor.ts";
export { type EventReading, type EventSelection, exportEvents, readEvents } from "./export-events.ts";
export { ingestEventStream } from "./ingest-event-stream.ts";
export {
  createIngestion,
  ingestEvents,
  type Ingestion,
  type IngestionContext,
  ingestionStanding,
  ingestSentEvents,
  refuseCrowdedBody,
} from "./ingest-events.ts";
export { ingestEventsIn } from "./ingest-events-in.ts";
export { type EventFault, type EventOutcome, unreadEvent } from "./event.ts";
export { latestEventTime } from "./event-time.ts";
export { readCloudEvent } from "./cloud-event.ts";
export { UNSTORABLE } from "./store-events.ts";
export { createIngestTally, type IngestAnswer } from "./ingest-tally.ts";
export { createLineCutter, type CutLine } from "./line-cutter.ts";
export { type Event, listEvents, toEvent } from "./list-events.ts";
export {
  type Headers,
  isBinaryCloudEvent,
  parseBinaryCloudEvent,
  parseCloudEvent,
  parseCloudEventBatch,
} from "./parse-cloud-events.ts";
export { createRejections, type Rejections } from "./note-rejections.ts";
export { parseEventJson } from "./parse-event-json.ts";
export { type EventsBody, parseEventsBody } from "./parse-events-body.ts";
export { readNdjson } from "./read-ndjson.ts";
export { readUnmatchedEvents, UNMATCHED_REASONS } from "./read-unmatched-events.ts";
export { checkEvent } from "./check-event.ts";
export { checkProperties } from "./check-properties.ts";
export type { CheckedEvent } from "./event.ts";
export { storeEventsIn, type WrittenEvents } from "./store-events.ts";
export { refuseUnread } from "./refuse-unread.ts";
export { type SentEvent, sentId, type SentPiece } from "./sent-event.ts";
export { createEventFeeds, type EventFeeds, tailEvents, type TailListener } from "./tail-events.ts";
export { tellRejections } from "./tell-rejections.ts";
export { type WalkedEvents, walkEvents } from "./walk-events.ts";
