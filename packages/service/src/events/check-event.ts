import type { Fault } from "../errors/index.ts";
import { checkCost } from "./check-cost.ts";
import { checkProperties } from "./check-properties.ts";
import { type CheckedEvent, type EventFault, joinedFault, unreadEvent } from "./event.ts";
import { memberMeant } from "./member-meant.ts";
import { memberPointer } from "./member-pointer.ts";
import { readEventTime } from "./event-time.ts";
import { hashContent } from "./hash-content.ts";
import { isStorable } from "./storable.ts";
import { dayFault } from "../time.ts";

const MAX_NAME = 255;

export type Check =
  | { readonly event: CheckedEvent; readonly fault?: undefined }
  | { readonly event?: undefined; readonly fault: EventFault };

/** Checks one event of a body (R-EVT-1). The fault has the code of the first problem and names all of them. */
export function checkEvent(sent: unknown, receivedAt: string): Check {
  if (typeof sent !== "object" || sent === null || Array.isArray(sent)) {
    return { fault: unreadEvent("wrong_type", "An event must be a JSON object.") };
  }
  const faults: Fault[] = [];
  const members = sent as Record<string, unknown>;
  refuseUnknownMembers(members, faults);
  const uniqueId = readName(members, "uniqueId", faults);
  const account = readName(members, "account", faults);
  const eventName = readName(members, "eventName", faults);
  const properties = checkProperties(members["properties"], faults);
  const timestamp = readTimestamp(members["timestamp"], faults);
  const cost = checkCost(members["cost"], faults);
  if (faults.length > 0) return { fault: joinedFault(faults) };
  const { text, values, oversized } = properties;
  const contentHash = hashContent({ account, eventName, timestamp, cost }, text);
  return {
    event: {
      uniqueId,
      account,
      eventName,
      properties: text,
      values,
      oversized,
      timestamp,
      cost,
      contentHash,
      receivedAt,
    },
  };
}

function refuseUnknownMembers(members: Record<string, unknown>, faults: Fault[]): void {
  for (const member of Object.keys(members)) {
    switch (member) {
      case "uniqueId":
      case "account":
      case "eventName":
      case "properties":
      case "timestamp":
      case "cost":
        continue;
      default:
        faults.push(unknownMember(members, member));
    }
  }
}

/** Suggests the member that was probably meant, if the event lacks it. */
function unknownMember(members: Record<string, unknown>, member: string): Fault {
  const meant = memberMeant(member);
  const hint = meant === undefined || Object.hasOwn(members, meant) ? "" : ` Did you mean ${meant}?`;
  const detail = `${quoted(member)} is not a member of an event.${hint}`;
  return { pointer: memberPointer(member), code: "unknown_member", detail };
}

function readName(members: Record<string, unknown>, member: string, faults: Fault[]): string {
  const value = members[member];
  const pointer = `/${member}`;
  if (value === undefined) {
    faults.push({ pointer, code: "required", detail: `${member} is required.` });
  } else if (typeof value !== "string") {
    faults.push({ pointer, code: "wrong_type", detail: `${member} must be a string.` });
  } else if (value.length === 0 || value.length > MAX_NAME) {
    const code = value === "" ? "empty" : "too_long";
    faults.push({ pointer, code, detail: `${member} must have 1 to ${MAX_NAME} characters.` });
  } else if (!isStorable(value)) {
    faults.push({
      pointer,
      code: "unstorable_character",
      detail: `${member} must not contain a NUL character or an unpaired surrogate.`,
    });
  } else {
    return value;
  }
  return "";
}

function readTimestamp(value: unknown, faults: Fault[]): string | null {
  if (value === undefined) return null;
  const timestamp = typeof value === "string" ? readEventTime(value) : undefined;
  if (timestamp !== undefined) return timestamp;
  const accepted = "must be an ISO 8601 timestamp with an offset, such as 2024-01-31T08:00:00Z";
  const detail = `timestamp ${(typeof value === "string" ? dayFault(value) : undefined) ?? accepted}.`;
  faults.push({ pointer: "/timestamp", code: "wrong_format", detail });
  return null;
}

/** A member's name in a form that can be shown, however long or broken it is. */
function quoted(name: string): string {
  return JSON.stringify(name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name);
}
