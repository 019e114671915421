import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import {
  type AllowedTargets,
  NO_ALLOWED_TARGETS,
  type WebhookAnswer,
  type WebhookRequest,
  type WebhookSender,
} from "@counterfoil/service";
import { checkedLookup, type Resolve, resolveBySystem } from "./checked-lookup.ts";

/** From the DNS lookup to the end of the response. */
const ATTEMPT_MILLISECONDS = 15_000;
/** The part of a response that is kept. The rest is not read. */
const MOST_ANSWER_BYTES = 8_192;

export interface WebhookSenderOptions {
  /** Targets outside the public internet to which requests may go. */
  readonly targets?: AllowedTargets;
  /** Resolves host names; by default, the system does. */
  readonly resolve?: Resolve;
  readonly timeoutMilliseconds?: number;
}

/**
 * Sends webhooks. Each request looks up its host once, and connects to an address that was checked, so a DNS answer
 * that changes later has no effect. Every request has its own connection, and redirects are not followed.
 */
export function createWebhookSender(options: WebhookSenderOptions = {}): WebhookSender {
  const { targets = NO_ALLOWED_TARGETS, resolve = resolveBySystem } = options;
  const timeout = options.timeoutMilliseconds ?? ATTEMPT_MILLISECONDS;
  return {
    async send(request) {
      const began = performance.now();
      const rest = await answerTo(request, targets, resolve, AbortSignal.timeout(timeout)).catch((error: unknown) =>
        unanswered(error, timeout),
      );
      return { ...rest, durationMilliseconds: Math.round(performance.now() - began) };
    },
  };
}

type Answer = Omit<WebhookAnswer, "durationMilliseconds">;

async function answerTo(
  { url, headers, body }: WebhookRequest,
  targets: AllowedTargets,
  resolve: Resolve,
  signal: AbortSignal,
): Promise<Answer> {
  const target = new URL(url);
  const checked = checkedLookup(target, targets, resolve);
  const { request } = target.protocol === "https:" ? https : http;
  return new Promise((settle, fail) => {
    const sent = request(target, {
      method: "POST",
      agent: false,
      signal,
      headers: { ...headers, "Content-Length": Buffer.byteLength(body) },
      lookup: checked,
    });
    sent.on("error", fail);
    sent.on("response", (response) => {
      // After the response has started, an error must not replace it.
      sent.off("error", fail).on("error", () => undefined);
      void readAnswer(response).then(settle);
    });
    sent.end(body);
  });
}

/** The status counts even if the body fails: a receiver that never ends its response has still responded. */
async function readAnswer(response: IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= MOST_ANSWER_BYTES) break;
    }
  } catch {
    // The connection broke or the time ran out: the part received so far is the body.
  }
  response.destroy();
  const text = Buffer.concat(chunks).subarray(0, MOST_ANSWER_BYTES).toString("utf8");
  const statusCode = response.statusCode ?? 0;
  return {
    statusCode,
    failure:
      statusCode >= 300 && statusCode < 400
        ? `The endpoint answered ${statusCode}. Redirects are not followed; set the final URL.`
        : null,
    // PostgreSQL does not store NUL in text.
    body: text.replaceAll("\u0000", "\ufffd"),
    retryAfterSeconds: secondsOf(response.headers["retry-after"]),
  };
}

/** Reads `Retry-After: 120`. Ignores a date. */
function secondsOf(header: string | undefined): number | null {
  return header !== undefined && /^\d{1,9}$/.test(header) ? Number(header) : null;
}

function unanswered(error: unknown, timeout: number): Answer {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  const isLate = name === "TimeoutError" || name === "AbortError";
  const reasons =
    error instanceof AggregateError ? error.errors.map((one: unknown) => String(one)).join("; ") : message;
  const failure = isLate ? `The endpoint did not answer within ${timeout / 1000} s.` : reasons || name;
  return { statusCode: null, failure: failure.replaceAll("\u0000", ""), body: null, retryAfterSeconds: null };
}
