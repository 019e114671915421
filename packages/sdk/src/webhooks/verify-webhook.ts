import type { WebhookData } from "../generated/types.gen.ts";
import { systemNow } from "../clock.ts";

/** The content of a webhook. `data` is the resource as the API showed it when the event happened. */
export interface WebhookNotification<Data = unknown> {
  /** The same in every delivery of a notification. Store it, to process each notification once. */
  readonly id: string;
  /** `invoice.issued` */
  readonly type: string;
  readonly timestamp: string;
  readonly data: Data;
}

/** Every notification with the type of its `data`: `if (event.type === "invoice.issued") event.data.number`. */
export type WebhookEvent = {
  readonly [Type in keyof WebhookData]: WebhookNotification<WebhookData[Type]> & { readonly type: Type };
}[keyof WebhookData];

export interface WebhookCheck {
  /** The exact bytes of the request: a body that was parsed and serialized again has a different signature. */
  readonly body: string | Uint8Array;
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** `whsec_…`. Pass several while you rotate the secret. */
  readonly secret: string | readonly string[];
  /**
   * Maximum difference in seconds between the request's time and our clock; 300 by default. An older request may be a
   * replay.
   */
  readonly toleranceSeconds?: number;
  /** Returns milliseconds since 1970; the system's clock by default. */
  readonly now?: () => number;
}

export type WebhookFault = "missing_header" | "wrong_header" | "too_old" | "too_new" | "wrong_signature" | "wrong_body";

/** The request was not signed with the secret, or is too old. Respond with 400 and do nothing else. */
export class WebhookVerificationError extends Error {
  override readonly name = "WebhookVerificationError";
  readonly code: WebhookFault;

  constructor(code: WebhookFault, message: string) {
    super(message);
    this.code = code;
  }
}

const TOLERANCE_SECONDS = 300;

/**
 * Verifies the signature of a webhook (Standard Webhooks) and returns its content. One signature in the header that was
 * made with one of the secrets is enough. Signatures are compared in constant time.
 *
 * A server that is newer than this client may send types that the client does not know.
 *
 *     const event = await verifyWebhook({ body: await request.text(), headers: request.headers, secret });
 *     if (event.type === "invoice.issued") await book(event.data.number, event.data.total);
 */
export async function verifyWebhook<Event extends WebhookNotification = WebhookEvent>(
  check: WebhookCheck,
): Promise<Event> {
  const id = headerOf(check, "webhook-id");
  const sentAt = headerOf(check, "webhook-timestamp");
  const signatures = headerOf(check, "webhook-signature");
  refuseOtherTimes(sentAt, check);
  const body = typeof check.body === "string" ? encode(check.body) : check.body;
  const signed = join(encode(`${id}.${sentAt}.`), body);
  if (!(await isSigned(signed, signatures, check.secret))) {
    throw new WebhookVerificationError("wrong_signature", "No signature was made with the secret.");
  }
  try {
    const { type, timestamp, data } = JSON.parse(new TextDecoder().decode(body)) as WebhookNotification;
    return { id, type, timestamp, data } as Event;
  } catch {
    throw new WebhookVerificationError("wrong_body", "The signature is valid, but the body is not JSON.");
  }
}

async function isSigned(signed: Uint8Array<ArrayBuffer>, header: string, secrets: string | readonly string[]) {
  const candidates = header.split(" ").flatMap((part) => {
    const [version, text = ""] = part.split(",", 2);
    const bytes = version === "v1" ? fromBase64(text) : undefined;
    return bytes === undefined ? [] : [bytes];
  });
  let isAnySigned = false;
  for (const secret of typeof secrets === "string" ? [secrets] : secrets) {
    const bytes = fromBase64(secret.replace(/^whsec_/, ""));
    if (bytes === undefined || bytes.length === 0)
      throw new TypeError("A webhook secret must be whsec_ followed by base64.");
    const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
    for (const candidate of candidates) {
      // Checks all signatures, each in constant time, so that the duration reveals nothing about the right one.
      isAnySigned = (await crypto.subtle.verify("HMAC", key, candidate, signed)) || isAnySigned;
    }
  }
  return isAnySigned;
}

function headerOf({ headers }: WebhookCheck, name: string): string {
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  if (typeof value !== "string" || value === "") {
    throw new WebhookVerificationError("missing_header", `The header ${name} is missing.`);
  }
  return value;
}

function refuseOtherTimes(sentAt: string, { toleranceSeconds = TOLERANCE_SECONDS, now = systemNow }: WebhookCheck) {
  if (!/^\d{1,12}$/.test(sentAt)) {
    throw new WebhookVerificationError("wrong_header", "webhook-timestamp is not a number of seconds.");
  }
  const age = now() / 1000 - Number(sentAt);
  if (age > toleranceSeconds) throw new WebhookVerificationError("too_old", `It was sent ${Math.round(age)} s ago.`);
  if (age < -toleranceSeconds) throw new WebhookVerificationError("too_new", "It was sent in the future.");
}

function encode(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

function join(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(first.length + second.length);
  whole.set(first);
  whole.set(second, first.length);
  return whole;
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
