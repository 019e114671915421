import type { EventFault } from "./event.ts";
import { ExactNumber } from "./parse-event-json.ts";
import type { SentEvent } from "./sent-event.ts";
import { isStorable } from "./storable.ts";

const MAX_UNIQUE_ID = 255;

/**
 * A CloudEvent (version 1.0, in the members of its JSON format) as an event of ours. CloudEvents promise that source and id
 * together are unique, so both together are the `uniqueId`. `subject` is the account, `type` the event's name, `time` its
 * timestamp, `data` its properties. Extensions are left out: a trace id, say, is another one when the event is sent again.
 */
export function readCloudEvent(sent: unknown): SentEvent {
  if (typeof sent !== "object" || sent === null || Array.isArray(sent) || sent instanceof ExactNumber) {
    return { event: null, fault: { code: "wrong_type", detail: "A CloudEvent is an object." } };
  }
  const attributes = new Map(Object.entries(sent).filter(([, value]) => value !== null));
  const faults = [...versionFaults(attributes), ...contentFaults(attributes)];
  const read = (name: string, meaning: string): string => {
    const value = attributes.get(name);
    if (typeof value === "string" && value !== "" && isStorable(value)) return value;
    faults.push({
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
  const [first] = faults;
  if (first === undefined) return { event };
  const fault = { code: first.code, detail: faults.map(({ detail }) => detail).join(" ") };
  return { event: { uniqueId: uniqueId === "" ? null : uniqueId }, fault };
}

function versionFaults(attributes: ReadonlyMap<string, unknown>): EventFault[] {
  const version = attributes.get("specversion");
  if (version === "1.0") return [];
  const code = version === undefined ? "required" : "unsupported_specversion";
  return [{ code, detail: 'specversion must be "1.0".' }];
}

/** Properties are flat pairs of JSON; bytes and other types hold none. */
function contentFaults(attributes: ReadonlyMap<string, unknown>): EventFault[] {
  const type = attributes.get("datacontenttype");
  const isJson = type === undefined || (typeof type === "string" && /^[^;]+[/+]json\s*(;|$)/i.test(type));
  if (isJson && !attributes.has("data_base64")) return [];
  return [{ code: "wrong_content_type", detail: "data must be JSON: its members are the event's properties." }];
}

/** A source is a URI reference and holds no blank (`%20` stands for it), so no other source and id come to the same text. */
function uniqueIdOf(source: string, id: string, faults: EventFault[]): string {
  if (source === "" || id === "") return "";
  const uniqueId = `${source.replaceAll(/\s/g, encodeURIComponent)} ${id}`;
  if (uniqueId.length <= MAX_UNIQUE_ID) return uniqueId;
  faults.push({ code: "too_long", detail: `source and id must have up to ${MAX_UNIQUE_ID - 1} characters together.` });
  return "";
}
