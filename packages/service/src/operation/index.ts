export { ClockOff, type ClockWatch, watchClock } from "./clock-watch.ts";
export { tracedDatabase, tracedWebhooks } from "./traced-ports.ts";
export { type Span, type SpanFacts, traced, type Tracing } from "./tracing.ts";
export { createWorkRecord, type Loop, type LoopStanding, type WorkRecord } from "./work-record.ts";
