import { lookup, type LookupAddress } from "node:dns";
import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import {
  type AllowedTargets,
  hostOf,
  isRefusedAddress,
  NO_ALLOWED_TARGETS,
  type WebhookAnswer,
  type WebhookRequest,
  type WebhookSender,
} from "@counterfoil/service";

/** From the look-up of the name to the end of the answer. */
const ATTEMPT_MILLISECONDS = 15_000;
/** What is kept of an answer; the rest is not even read. */
const MOST_ANSWER_BYTES = 8_192;

/** Every address of a name. */
export type Resolve = (host: string) => Promise<LookupAddress[]>;

export interface WebhookSenderOptions {
  /** Where requests may go beside the public internet. */
  readonly targets?: AllowedTargets;
  /** How names become addresses: by the system, unless told. */
  readonly resolve?: Resolve;
  readonly timeoutMilliseconds?: number;
}

/**
 * Sends webhooks. Each request looks its host up once, and connects to an address that was checked: a name that leads to another
 * address a moment later gains nothing. Every request has a connection of its own, and redirects are not followed.
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

class RefusedTarget extends Error {}

async function answerTo(
  { url, headers, body }: WebhookRequest,
  targets: AllowedTargets,
  resolve: Resolve,
  signal: AbortSignal,
): Promise<Answer> {
  const target = new URL(url);
  const host = hostOf(target);
  const isAllowedHost = targets.hosts.has(host);
  // An address in the place of a name is not looked up, so nothing else would check it.
  if (isIP(host) !== 0 && !isAllowedHost && isRefusedAddress(host, targets)) throw refused(host);
  const { request } = target.protocol === "https:" ? https : http;
  return new Promise((settle, fail) => {
    const sent = request(target, {
      method: "POST",
      agent: false,
      signal,
      headers: { ...headers, "Content-Length": Buffer.byteLength(body) },
      lookup: checkedLookup((address) => isAllowedHost || !isRefusedAddress(address, targets), resolve),
    });
    sent.on("error", fail);
    sent.on("response", (response) => {
      // Whatever breaks from here on, there is an answer.
      sent.off("error", fail).on("error", () => undefined);
      void readAnswer(response).then(settle);
    });
    sent.end(body);
  });
}

/** Looks all addresses of a name up, and gives none of them where one is refused. */
function checkedLookup(isFine: (address: string) => boolean, resolve: Resolve): LookupFunction {
  return (host, options, done) => {
    const find = async (): Promise<void> => {
      const addresses = await resolve(host);
      const [first] = addresses;
      if (first === undefined || !addresses.every(({ address }) => isFine(address))) throw refused(host);
      if (options.all === true) done(null, addresses);
      else done(null, first.address, first.family);
    };
    // oxlint-disable-next-line promise/no-callback-in-promise -- a look-up answers by its callback
    void find().catch((error: NodeJS.ErrnoException) => done(error, "", 0));
  };
}

/** The status counts, whatever becomes of the rest: a receiver that never ends its answer has answered all the same. */
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
    // The connection broke, or the time was up: what came until then is the answer.
  }
  response.destroy();
  const text = Buffer.concat(chunks).subarray(0, MOST_ANSWER_BYTES).toString("utf8");
  const statusCode = response.statusCode ?? 0;
  return {
    statusCode,
    failure: statusCode >= 300 && statusCode < 400 ? `The answer was ${statusCode}; redirects are not followed.` : null,
    // A text of PostgreSQL holds no NUL.
    body: text.replaceAll("\u0000", "\ufffd"),
    retryAfterSeconds: secondsOf(response.headers["retry-after"]),
  };
}

/** `Retry-After: 120`. In its other form, a date, it is left alone. */
function secondsOf(header: string | undefined): number | null {
  return header !== undefined && /^\d{1,9}$/.test(header) ? Number(header) : null;
}

function refused(host: string): Error {
  return new RefusedTarget(`${host} is not on the public internet, and webhooks go nowhere else.`);
}

function unanswered(error: unknown, timeout: number): Answer {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  const isLate = name === "TimeoutError" || name === "AbortError";
  const reasons =
    error instanceof AggregateError ? error.errors.map((one: unknown) => String(one)).join("; ") : message;
  const failure = isLate ? `Nothing was answered within ${timeout / 1000} s.` : reasons || name;
  return { statusCode: null, failure: failure.replaceAll("\u0000", ""), body: null, retryAfterSeconds: null };
}

function resolveBySystem(host: string): Promise<LookupAddress[]> {
  return new Promise((settle, fail) =>
    lookup(host, { all: true, verbatim: true }, (error, addresses) =>
      error === null ? settle(addresses) : fail(error),
    ),
  );
}
