import { createHmac, randomBytes } from "node:crypto";

/** A request as it goes out. */
export interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What came of a request, within 15 seconds. */
export interface WebhookAnswer {
  readonly durationMilliseconds: number;
  /** Null where nothing was answered: `failure` says why. */
  readonly statusCode: number | null;
  readonly failure: string | null;
  /** The beginning of what was answered. */
  readonly body: string | null;
  /** How long the receiver asks to be left alone. */
  readonly retryAfterSeconds: number | null;
}

/** Answered with 2xx. Redirects are not followed, as Standard Webhooks advises: they are failures (R-HOOK-2). */
export function isDelivered({ statusCode }: WebhookAnswer): boolean {
  return statusCode !== null && statusCode >= 200 && statusCode < 300;
}

/** The way out. Never throws, follows no redirects, and goes to no address that is not public or allowed. */
export interface WebhookSender {
  send(request: WebhookRequest): Promise<WebhookAnswer>;
}

const SECRET_BYTES = 32;
const SECRET_PREFIX = "whsec_";

export function makeWebhookSecret(): string {
  return SECRET_PREFIX + randomBytes(SECRET_BYTES).toString("base64");
}

/** The body of a webhook, with its data to the letter as it was written down (R-HOOK-1). */
export function webhookBody({ type, timestamp, data }: { type: string; timestamp: string; data: string }): string {
  return `{"type":${JSON.stringify(type)},"timestamp":${JSON.stringify(timestamp)},"data":${data}}`;
}

/**
 * The headers of Standard Webhooks: the message's id, which is the same at every attempt, when this attempt is made, and a
 * signature by each secret, so that receivers may know either while one takes the place of another.
 */
export function signedHeaders(
  { id, body }: { id: string; body: string },
  secrets: readonly string[],
  now: string,
): Record<string, string> {
  const timestamp = String(Math.floor(Date.parse(now) / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(SECRET_PREFIX.length), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
  });
  return {
    "Content-Type": "application/json",
    "User-Agent": "Counterfoil-Webhooks/1",
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.join(" "),
  };
}
