import type { WebhookData } from "../generated/types.gen.ts";
import { systemNow } from "../clock.ts";

/** What a webhook tells. `data` is the resource as the API showed it when it happened. */
export interface WebhookNotification<Data = unknown> {
  /** The same at each delivery of it: keep it, to act once. */
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
  /** To the byte as it came: a body that was parsed and written again has another signature. */
  readonly body: string | Uint8Array;
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** `whsec_…`. Several while one takes the place of another. */
  readonly secret: string | readonly string[];
  /** How old, or ahead of our clock, a request may be; 300 unless told. An older one may be somebody's copy. */
  readonly toleranceSeconds?: number;
  /** Milliseconds since 1970; the system's clock unless told. */
  readonly now?: () => number;
}

export type WebhookFault = "missing_header" | "wrong_header" | "too_old" | "too_new" | "wrong_signature" | "wrong_body";

/** The request does not come from whoever holds the secret, or not now. Answer 400 and do nothing. */
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
 * Checks the signature of a webhook (Standard Webhooks) and answers what it tells. It holds when any of the signatures in the header
 * is made with any of the secrets; they are compared in constant time.
 *
 * A server that is newer than this client may tell of types that it does not know.
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
    throw new WebhookVerificationError("wrong_signature", "No signature is made with the secret.");
  }
  try {
    const { type, timestamp, data } = JSON.parse(new TextDecoder().decode(body)) as WebhookNotification;
    return { id, type, timestamp, data } as Event;
  } catch {
    throw new WebhookVerificationError("wrong_body", "The body is signed and is not JSON.");
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
    if (bytes === undefined || bytes.length === 0) throw new TypeError("The secret of a webhook is whsec_ and base64.");
    const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
    for (const candidate of candidates) {
      // Each is looked at, and `verify` compares in constant time: how long it takes tells nothing about the right one.
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
