import { type Fault, refuseFaults } from "../errors/index.ts";
import { memberPointer } from "./member-pointer.ts";
import { ExactNumber, parseEventJson } from "./parse-event-json.ts";

/** The most events in one body (R-EVT-1). */
export const MAX_EVENTS = 10_000;

/** The events of a body, and where they are in it. */
export interface EventsBody<Event> {
  readonly events: readonly Event[];
  /** The pointer to the list of events. Null if the body is a single event. */
  readonly list: string | null;
}

/**
 * The unchecked events of a body in each of its JSON forms (R-EVT-1): `{"events": […]}`, an array, or one event.
 * Refuses the whole body if it is not JSON (400), has the wrong shape or has too many events (422).
 */
export function parseEventsBody(body: string): EventsBody<unknown> {
  const parsed = parseEventJson(body, "body");
  const isBatch = isObject(parsed) && Object.hasOwn(parsed, "events");
  if (isBatch) refuseFaults(unknownMembers(parsed));
  if (!isBatch && isObject(parsed)) return { events: [parsed], list: null };
  const list = isBatch ? "/events" : "";
  const wanted = 'Send {"events": […]}, an array of events, or one event.';
  return { events: requireArray(isBatch ? parsed["events"] : parsed, list, wanted), list };
}

/** An array that is not too long. A 422 for anything else. `wanted` says what should have been sent. */
export function requireArray(events: unknown, pointer: string, wanted: string): readonly unknown[] {
  if (!Array.isArray(events)) {
    refuseFaults([{ pointer, code: "wrong_type", detail: wanted }]);
    return [];
  }
  if (events.length > MAX_EVENTS) refuseFaults([tooManyEvents(pointer, events.length)]);
  return events;
}

export function tooManyEvents(pointer: string, count: number): Fault {
  return { pointer, code: "too_many", detail: `The body has ${count} events. The maximum is ${MAX_EVENTS}.` };
}

function unknownMembers(body: object): { pointer: string; code: string; detail: string }[] {
  return Object.keys(body)
    .filter((member) => member !== "events")
    .slice(0, 10)
    .map((member) => ({
      pointer: memberPointer(member),
      code: "unknown_member",
      detail: "A body with events must have no other members.",
    }));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);
}
