import { DomainError, refuseFaults } from "../errors/index.ts";
import { readCloudEvent } from "./cloud-event.ts";
import { parseEventJson } from "./parse-event-json.ts";
import { type EventsBody, requireArray } from "./parse-events-body.ts";
import type { SentEvent } from "./sent-event.ts";

/** The one event in a body of the type `application/cloudevents+json`. A 400 if it is not JSON, a 422 for a batch. */
export function parseCloudEvent(body: string): EventsBody<SentEvent> {
  const parsed = parseEventJson(body, "body");
  if (Array.isArray(parsed)) {
    const detail = "The body is a list. Send several events as application/cloudevents-batch+json.";
    refuseFaults([{ pointer: "", code: "wrong_type", detail }]);
  }
  return { events: [readCloudEvent(parsed)], list: null };
}

/** The events in a body of the type `application/cloudevents-batch+json`. */
export function parseCloudEventBatch(body: string): EventsBody<SentEvent> {
  const wanted = "A batch must be an array of CloudEvents.";
  const batch = requireArray(parseEventJson(body, "body"), "", wanted);
  return { events: batch.map((sent) => readCloudEvent(sent)), list: "" };
}

/** The headers of a request, by lowercase name. */
export type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Whether a request uses the binary mode of CloudEvents: the attributes are in `ce-…` headers, and the body is the
 * data.
 */
export function isBinaryCloudEvent(headers: Headers): boolean {
  return headers["ce-specversion"] !== undefined || headers["ce-id"] !== undefined;
}

/** The one event of a request in binary mode. Its body is JSON or empty. */
export function parseBinaryCloudEvent(headers: Headers, body: string): EventsBody<SentEvent> {
  const attributes = Object.entries(headers).flatMap(([header, value]) =>
    header.startsWith("ce-") && typeof value === "string"
      ? [[header.slice(3), headerText(header, value)] as const]
      : [],
  );
  // `data` comes last: a header with that name is not an attribute.
  const data = body === "" ? {} : { data: parseEventJson(body, "body") };
  const sent = { ...Object.fromEntries(attributes), data_base64: null, data: null, ...data };
  // Proxies may add headers, so a header that is not a valid attribute name is ignored.
  return { events: [readCloudEvent(sent, "headers")], list: null };
}

/** Headers are ASCII. Other characters are percent-encoded UTF-8 (CloudEvents, HTTP binding 3.1.3.2). */
function headerText(header: string, value: string): string {
  const unquoted = /^"(.*)"$/s.exec(value)?.[1]?.replaceAll(/\\(.)/gs, "$1") ?? value;
  try {
    return unquoted.replaceAll(/(?:%[0-9a-f]{2})+/gi, decodeURIComponent);
  } catch (error) {
    const detail = `The header ${header} is not percent-encoded UTF-8.`;
    throw new DomainError("malformed_request", detail, [], { cause: error });
  }
}
