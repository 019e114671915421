import type { Fault } from "../errors/index.ts";
import { joinedFault, unreadEvent } from "./event.ts";
import { ExactNumber } from "./parse-event-json.ts";
import type { SentEvent } from "./sent-event.ts";
import { memberPointer } from "./member-pointer.ts";
import { isStorable } from "./storable.ts";

const MAX_UNIQUE_ID = 255;

/**
 * Reads a CloudEvent (version 1.0, in the members of its JSON format) as a usage event. CloudEvents guarantees that
 * source and ID together are unique, so together they are the `uniqueId`. `subject` is the account, `type` the event's
 * name, `time` its timestamp, `data` its properties. Extensions are ignored: a trace ID, for example, changes when the
 * event is sent again.
 *
 * @param written where the attributes are. In a body, a name that no attribute can have is refused: `event_name`
 */
export function readCloudEvent(sent: unknown, written: "body" | "headers" = "body"): SentEvent {
  if (typeof sent !== "object" || sent === null || Array.isArray(sent) || sent instanceof ExactNumber) {
    return { event: null, fault: unreadEvent("wrong_type", "A CloudEvent must be a JSON object.") };
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
      detail: `${name} must be a non-empty string: ${meaning}.`,
    });
    return "";
  };
  const id = read("id", "with source it says which event this is");
  const source = read("source", "with id it says which event this is");
  const eventName = read("type", "the name of the event");
  const account = read("subject", "the ID or an alias of the account");
  const uniqueId = uniqueIdOf(source, id, faults);
  const event = { uniqueId, account, eventName, timestamp: attributes.get("time"), properties: attributes.get("data") };
  if (faults.length === 0) return { event };
  return { event: { uniqueId: uniqueId === "" ? null : uniqueId }, fault: joinedFault(faults) };
}

/** The names that CloudEvents itself defines. `data` and `data_base64` are not attributes. */
const NOT_EXTENSIONS = new Set(["data", "data_base64", "id", "source", "specversion", "type", "subject", "time"]);

/**
 * Members that cannot be attributes (CloudEvents 1.0, 3): names have only lowercase letters and digits, and values are
 * never objects or lists. Such members belong to another format or are misspelled, and ignoring them would lose data.
 */
function unknownFaults(attributes: ReadonlyMap<string, unknown>): Fault[] {
  return [...attributes].flatMap(([name, value]) => {
    if (NOT_EXTENSIONS.has(name)) return [];
    const shown = JSON.stringify(name.length > MAX_UNIQUE_ID ? `${name.slice(0, MAX_UNIQUE_ID)}…` : name);
    const pointer = memberPointer(name);
    if (!/^[a-z0-9]+$/.test(name)) {
      const detail = `${shown} is not a valid CloudEvent attribute name. Use lowercase letters and digits only.`;
      return [{ pointer, code: "unknown_member", detail }];
    }
    if (typeof value !== "object" || value instanceof ExactNumber) return [];
    const detail = `The CloudEvent attribute ${shown} must not be an object or a list. Send such values as data.`;
    return [{ pointer, code: "unknown_member", detail }];
  });
}

function versionFaults(attributes: ReadonlyMap<string, unknown>): Fault[] {
  const version = attributes.get("specversion");
  if (version === "1.0") return [];
  const code = version === undefined ? "required" : "unsupported_specversion";
  return [{ pointer: "/specversion", code, detail: 'specversion must be "1.0".' }];
}

/** Properties are flat pairs in JSON. Bytes and other content types are refused. */
function contentFaults(attributes: ReadonlyMap<string, unknown>): Fault[] {
  const type = attributes.get("datacontenttype");
  const isJson = type === undefined || (typeof type === "string" && /^[^;]+[/+]json\s*(;|$)/i.test(type));
  if (isJson && !attributes.has("data_base64")) return [];
  const pointer = attributes.has("data_base64") ? "/data_base64" : "/datacontenttype";
  return [
    {
      pointer,
      code: "wrong_content_type",
      detail: "The data of the event must be JSON. Its members are the event's properties.",
    },
  ];
}

/** A source is a URI reference without spaces (they are `%20`), so no other source and ID have the same joined text. */
function uniqueIdOf(source: string, id: string, faults: Fault[]): string {
  if (source === "" || id === "") return "";
  const uniqueId = `${source.replaceAll(/\s/g, encodeURIComponent)} ${id}`;
  if (uniqueId.length <= MAX_UNIQUE_ID) return uniqueId;
  faults.push({
    pointer: "/id",
    code: "too_long",
    detail: `source and id together must have at most ${MAX_UNIQUE_ID - 1} characters.`,
  });
  return "";
}
