import { createHmac, randomBytes } from "node:crypto";

/** A webhook request. */
export interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The result of a request, within 15 seconds. */
export interface WebhookAnswer {
  readonly durationMilliseconds: number;
  /** Null if there was no response: `failure` says why. */
  readonly statusCode: number | null;
  readonly failure: string | null;
  /** The beginning of the response. */
  readonly body: string | null;
  /** The delay that the receiver asked for. */
  readonly retryAfterSeconds: number | null;
}

/**
 * Whether the response was a 2xx. Redirects are not followed, as Standard Webhooks advises, and count as failures
 * (R-HOOK-2).
 */
export function isDelivered({ statusCode }: WebhookAnswer): boolean {
  return statusCode !== null && statusCode >= 200 && statusCode < 300;
}

/** Sends webhooks. Never throws, follows no redirects, and connects only to addresses that are public or allowed. */
export interface WebhookSender {
  send(request: WebhookRequest): Promise<WebhookAnswer>;
}

const SECRET_BYTES = 32;
const SECRET_PREFIX = "whsec_";

export function makeWebhookSecret(): string {
  return SECRET_PREFIX + randomBytes(SECRET_BYTES).toString("base64");
}

/** The body of a webhook, with its data exactly as recorded (R-HOOK-1). */
export function webhookBody({ type, timestamp, data }: { type: string; timestamp: string; data: string }): string {
  return `{"type":${JSON.stringify(type)},"timestamp":${JSON.stringify(timestamp)},"data":${data}}`;
}

/**
 * The headers of Standard Webhooks: the message's ID, which is the same for every attempt, the time of this attempt,
 * and a signature by each secret. During a rotation, receivers can verify either signature. The same values are also
 * sent as `svix-id`, `svix-timestamp` and `svix-signature`, which older receivers read.
 */
export function signedHeaders(
  { id, body }: { id: string; body: string },
  secrets: readonly string[],
  now: string,
): Record<string, string> {
  const { timestamp, value } = signature({ id, body }, secrets, now);
  const values = { id, timestamp: String(timestamp), signature: value };
  return {
    "Content-Type": "application/json",
    "User-Agent": "Counterfoil-Webhooks/1",
    ...named("webhook", values),
    ...named("svix", values),
  };
}

/** The time of signing in seconds since 1970, and a signature by each secret, separated by spaces. */
export function signature(
  { id, body }: { id: string; body: string },
  secrets: readonly string[],
  now: string,
): { timestamp: number; value: string } {
  const timestamp = Math.floor(Date.parse(now) / 1000);
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(SECRET_PREFIX.length), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
  });
  return { timestamp, value: signatures.join(" ") };
}

/**
 * The secret with which the stream of notifications is signed for the holder of an API key. Only someone who knows the
 * key can compute it, and the key cannot be computed from it.
 */
export function streamSecretOf(apiKey: string): string {
  return SECRET_PREFIX + createHmac("sha256", apiKey).update("counterfoil notification stream").digest("base64");
}

function named(prefix: string, values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [`${prefix}-${name}`, value]));
}
