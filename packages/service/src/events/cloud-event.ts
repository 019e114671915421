import type { Fault } from "../errors/index.ts";
import { joinedFault, unreadEvent } from "./event.ts";
import { ExactNumber } from "./parse-event-json.ts";
import type { SentEvent } from "./sent-event.ts";
import { memberPointer } from "./member-pointer.ts";
import { isStorable } from "./storable.ts";

const MAX_UNIQUE_ID = 255;

/**
 * A CloudEvent (version 1.0, in the members of its JSON format) as an event of ours. CloudEvents promise that source and id
 * together are unique, so both together are the `uniqueId`. `subject` is the account, `type` the event's name, `time` its
 * timestamp, `data` its properties. Extensions are left out: a trace id, say, is another one when the event is sent again.
 *
 * @param written where the attributes stand. Of those in a body, a name that no attribute can have is refused: `event_name`
 */
export function readCloudEvent(sent: unknown, written: "body" | "headers" = "body"): SentEvent {
  if (typeof sent !== "object" || sent === null || Array.isArray(sent) || sent instanceof ExactNumber) {
    return { event: null, fault: unreadEvent("wrong_type", "A CloudEvent is an object.") };
  }
  const attributes = new Map(Object.entries(sent).filter(([, value]) => value !== null));
  const unknown = written === "body" ? unknownFaults(attributes) : [];
  const faults = [...unknown, ...versionFaults(attributes), ...contentFaults(attributes)];
  const read = (name: string, meaning: string): string => {
    const value = attributes.get(name);
    if (typeof value === "string" && value !== "" && isStorable(value)) return value;
    faults.push({
      pointer: `/${name}`,
      code: value === undefined ? "required" : "wrong_type",
      detail: `${name} must be a text: ${meaning}.`,
    });
    return "";
  };
  const id = read("id", "with source it says which event this is");
  const source = read("source", "with id it says which event this is");
  const eventName = read("type", "it is the name of the event");
  const account = read("subject", "it is the id or an alias of the account");
  const uniqueId = uniqueIdOf(source, id, faults);
  const event = { uniqueId, account, eventName, timestamp: attributes.get("time"), properties: attributes.get("data") };
  if (faults.length === 0) return { event };
  return { event: { uniqueId: uniqueId === "" ? null : uniqueId }, fault: joinedFault(faults) };
}

/** The names that CloudEvents itself gives a meaning; `data` and `data_base64` are no attributes. */
const NOT_EXTENSIONS = new Set(["data", "data_base64", "id", "source", "specversion", "type", "subject", "time"]);

/**
 * Members that cannot be attributes (CloudEvents 1.0, 3): names are small letters and digits, and values are never objects or
 * lists. They are events of another shape or misspelt, and to leave them out would lose what they say.
 */
function unknownFaults(attributes: ReadonlyMap<string, unknown>): Fault[] {
  return [...attributes].flatMap(([name, value]) => {
    if (NOT_EXTENSIONS.has(name)) return [];
    const shown = JSON.stringify(name.length > MAX_UNIQUE_ID ? `${name.slice(0, MAX_UNIQUE_ID)}…` : name);
    const pointer = memberPointer(name);
    if (!/^[a-z0-9]+$/.test(name)) {
      const detail = `${shown} is not an attribute of a CloudEvent: their names have small letters and digits only.`;
      return [{ pointer, code: "unknown_member", detail }];
    }
    if (typeof value !== "object" || value instanceof ExactNumber) return [];
    const detail = `${shown} is not an attribute of a CloudEvent: one holds no object and no list. Send pairs as data.`;
    return [{ pointer, code: "unknown_member", detail }];
  });
}

function versionFaults(attributes: ReadonlyMap<string, unknown>): Fault[] {
  const version = attributes.get("specversion");
  if (version === "1.0") return [];
  const code = version === undefined ? "required" : "unsupported_specversion";
  return [{ pointer: "/specversion", code, detail: 'specversion must be "1.0".' }];
}

/** Properties are flat pairs of JSON; bytes and other types hold none. */
function contentFaults(attributes: ReadonlyMap<string, unknown>): Fault[] {
  const type = attributes.get("datacontenttype");
  const isJson = type === undefined || (typeof type === "string" && /^[^;]+[/+]json\s*(;|$)/i.test(type));
  if (isJson && !attributes.has("data_base64")) return [];
  const pointer = attributes.has("data_base64") ? "/data_base64" : "/datacontenttype";
  return [
    { pointer, code: "wrong_content_type", detail: "data must be JSON: its members are the event's properties." },
  ];
}

/** A source is a URI reference and holds no blank (`%20` stands for it), so no other source and id come to the same text. */
function uniqueIdOf(source: string, id: string, faults: Fault[]): string {
  if (source === "" || id === "") return "";
  const uniqueId = `${source.replaceAll(/\s/g, encodeURIComponent)} ${id}`;
  if (uniqueId.length <= MAX_UNIQUE_ID) return uniqueId;
  faults.push({
    pointer: "/id",
    code: "too_long",
    detail: `source and id must have up to ${MAX_UNIQUE_ID - 1} characters together.`,
  });
  return "";
}
