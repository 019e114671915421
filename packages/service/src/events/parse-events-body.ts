import { refuseFaults } from "../errors/domain-error.ts";
import { ExactNumber, parseEventJson } from "./parse-event-json.ts";

/** Most events in one body (R-EVT-1). */
const MAX_EVENTS = 10_000;

/**
 * The events of a body in each of its JSON forms (R-EVT-1): `{"events": […]}`, an array, or one event. They are not checked
 * yet. Refuses what is no JSON (400), has the wrong shape or holds too many events (422): then none is taken.
 */
export function parseEventsBody(body: string): readonly unknown[] {
  const parsed = parseEventJson(body, "body");
  const isBatch = isObject(parsed) && Object.hasOwn(parsed, "events");
  if (isBatch) refuseFaults(unknownMembers(parsed));
  const events = isBatch ? parsed["events"] : isObject(parsed) ? [parsed] : parsed;
  return requireArray(events, isBatch ? "/events" : "", 'Send {"events": […]}, an array of events, or one event.');
}

/** An array that is not too long; a 422 for anything else. `wanted` says what should have been sent. */
export function requireArray(events: unknown, pointer: string, wanted: string): readonly unknown[] {
  if (!Array.isArray(events)) {
    refuseFaults([{ pointer, code: "wrong_type", detail: wanted }]);
    return [];
  }
  if (events.length > MAX_EVENTS) {
    const detail = `A body takes up to ${MAX_EVENTS} events; this one has ${events.length}.`;
    refuseFaults([{ pointer, code: "too_many", detail }]);
  }
  return events;
}

function unknownMembers(body: object): { pointer: string; code: string; detail: string }[] {
  return Object.keys(body)
    .filter((member) => member !== "events")
    .slice(0, 10)
    .map((member) => ({
      pointer: `/${member.slice(0, 255).toWellFormed().replaceAll("~", "~0").replaceAll("/", "~1")}`,
      code: "unknown_member",
      detail: "Beside events a body has no members.",
    }));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);
}
