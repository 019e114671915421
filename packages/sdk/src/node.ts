export {
  type EventSpool,
  type EventSpoolOptions,
  type RejectedEvent,
  type SpoolClosing,
  openEventSpool,
} from "./spool/event-spool.ts";
export type { EventIntake, Refusal } from "./events/deliver-events.ts";
export type { NewUsageEvent } from "./events/new-event.ts";
