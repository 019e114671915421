import { Agent, type IncomingMessage, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

const PAUSE_MILLISECONDS = 100;
const PATIENCE_MILLISECONDS = 60_000;

/** What the clients saw of the processes. */
export interface Seen {
  /** Responses by status. */
  readonly statuses: Map<number, number>;
  /** Connections that a stopped process refused. */
  refused: number;
  /** Requests whose connection closed before a response began. They are sent again. */
  unanswered: number;
  /** The longest time from the first attempt of a request to its answer. */
  longestMilliseconds: number;
  /** What must never happen. */
  readonly faults: string[];
}

export function createSeen(): Seen {
  return { statuses: new Map(), refused: 0, unanswered: 0, longestMilliseconds: 0, faults: [] };
}

/** Sends requests through a load balancer, as clients do. */
export interface RoundRobin {
  /** The body of the 2xx response. Sends the request again until a process answers it. */
  ask<Answer>(method: string, path: string, body?: unknown): Promise<Answer>;
  end(): void;
}

type Attempt =
  | {
      readonly kind: "answered";
      readonly status: number;
      readonly retryAfter: string | undefined;
      readonly text: string;
    }
  | { readonly kind: "refused" | "unanswered"; readonly reason: string }
  | { readonly kind: "cut"; readonly reason: string };

/**
 * A load balancer in front of processes: one after the other, with connections that stay open. It sends a request to
 * the next process after a refused connection and a 503 with Retry-After. It notes every other 5xx, and every response
 * that was cut, as a fault.
 */
export function createRoundRobin(urls: readonly string[], token: string, seen: Seen): RoundRobin {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  let turn = 0;
  let keys = 0;

  async function ask<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
    const begun = performance.now();
    // The same key for each attempt, so that a repeated request has its effect once.
    const key = method === "GET" ? {} : { "Idempotency-Key": `upgrade-${(keys += 1)}` };
    const headers = { Authorization: `Bearer ${token}`, ...key };
    for (;;) {
      turn += 1;
      const url = `${urls[turn % urls.length]}${path}`;
      const answer = await attempt(agent, { method, url, headers, body });
      note(seen, `${method} ${path}`, answer);
      if (answer.kind === "answered" && answer.status < 300) {
        seen.longestMilliseconds = Math.max(seen.longestMilliseconds, performance.now() - begun);
        return JSON.parse(answer.text) as Answer;
      }
      if (performance.now() - begun > PATIENCE_MILLISECONDS || !isRepeated(answer)) {
        throw new Error(`${method} ${path} was never answered: ${JSON.stringify(answer).slice(0, 500)}`);
      }
      await sleep(PAUSE_MILLISECONDS);
    }
  }
  return { ask, end: () => agent.destroy() };
}

/** Conflicts of a repeated request with its first attempt end soon. Other 4xx would be faults of this program. */
function isRepeated(answer: Attempt): boolean {
  return answer.kind !== "answered" || answer.status >= 500 || answer.status === 429 || answer.status === 409;
}

/** Counts an attempt, and judges it. */
function note(seen: Seen, what: string, attempt: Attempt): void {
  switch (attempt.kind) {
    case "refused":
      seen.refused += 1;
      return;
    case "unanswered":
      seen.unanswered += 1;
      return;
    case "cut":
      seen.faults.push(`the response to ${what} was cut: ${attempt.reason}`);
      return;
    case "answered": {
      const { status, retryAfter, text } = attempt;
      seen.statuses.set(status, (seen.statuses.get(status) ?? 0) + 1);
      const isAllowed = status < 500 || (status === 503 && retryAfter !== undefined);
      if (!isAllowed) seen.faults.push(`${what} was answered ${status}: ${text.slice(0, 300)}`);
    }
  }
}

interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

function attempt(agent: Agent, { method, url, headers, body }: Asked): Promise<Attempt> {
  return new Promise((settle) => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const sent = request(url, {
      method,
      agent,
      headers: text === undefined ? headers : { ...headers, "Content-Type": "application/json" },
    });
    let hasBegun = false;
    sent.on("response", (response) => {
      hasBegun = true;
      void readWhole(response).then(settle);
    });
    sent.on("error", (error: NodeJS.ErrnoException) => {
      if (!hasBegun) settle({ kind: error.code === "ECONNREFUSED" ? "refused" : "unanswered", reason: error.message });
    });
    sent.end(text);
  });
}

async function readWhole(response: IncomingMessage): Promise<Attempt> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) chunks.push(chunk);
  } catch (error) {
    return { kind: "cut", reason: String(error) };
  }
  const { statusCode = 0, headers } = response;
  const text = Buffer.concat(chunks).toString("utf8");
  return { kind: "answered", status: statusCode, retryAfter: headers["retry-after"], text };
}
