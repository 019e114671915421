import { Decimal } from "@counterfoil/engine";
import { parseExactJson } from "@counterfoil/storage";
import { DomainError, refuseFaults } from "../errors/domain-error.ts";

/** Most events in one body (R-EVT-1). */
const MAX_EVENTS = 10_000;

/** A number that a float would change: its value with all digits, undefined when it is beyond any use. */
export class ExactNumber {
  readonly value: Decimal | undefined;

  constructor(digits: string) {
    // What overflows a float is refused, though a decimal could hold it: nobody means 1e400.
    this.value = Number.isFinite(Number(digits)) ? Decimal.parse(digits) : undefined;
  }
}

/**
 * The events of a body in each of its JSON forms (R-EVT-1): `{"events": […]}`, an array, or one event. They are not checked
 * yet. Refuses what is no JSON (400), has the wrong shape or holds too many events (422): then none is taken.
 */
export function parseEventsBody(body: string): readonly unknown[] {
  const parsed = parse(body);
  const isBatch = isObject(parsed) && Object.hasOwn(parsed, "events");
  if (isBatch) refuseFaults(unknownMembers(parsed));
  const events = isBatch ? parsed["events"] : isObject(parsed) ? [parsed] : parsed;
  const pointer = isBatch ? "/events" : "";
  if (!Array.isArray(events)) {
    const detail = 'Send {"events": […]}, an array of events, or one event.';
    refuseFaults([{ pointer, code: "wrong_type", detail }]);
    return [];
  }
  if (events.length > MAX_EVENTS) {
    const detail = `A body takes up to ${MAX_EVENTS} events; this one has ${events.length}.`;
    refuseFaults([{ pointer, code: "too_many", detail }]);
  }
  return events;
}

function parse(body: string): unknown {
  try {
    return parseExactJson(body, (digits) => new ExactNumber(digits));
  } catch (error) {
    const reason = error instanceof SyntaxError ? error.message : "It is nested too deep.";
    throw new DomainError("malformed_request", `The body is not JSON. ${reason}`, [], { cause: error });
  }
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
