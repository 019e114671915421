import { setTimeout as sleep } from "node:timers/promises";
import type { Json } from "@counterfoil/testkit/api";

/** A client that retries until it gets a response, each request under its own key. */
export interface AnsweredApi {
  post<Body = Json>(path: string, body?: object): Promise<Body>;
  patch<Body = Json>(path: string, body: object): Promise<Body>;
  get<Body = Json>(path: string): Promise<Body>;
  /** Requests that got no response and were sent again. */
  readonly lost: number;
  /** Answered requests. */
  readonly answered: number;
  /** Responses that must not occur. */
  readonly faults: readonly string[];
}

const PATIENCE_MILLISECONDS = 30_000;
const PAUSE_MILLISECONDS = 50;
/** A provider called by a server that dies is unavailable for a while; the request is sent again. */
const AGAIN = new Set([429, 503]);

/** @param signal stops requests without a response, which would otherwise retry forever if the platform is gone */
export function createAnsweredApi(
  name: string,
  token: string,
  address: () => string | undefined,
  signal?: AbortSignal,
): AnsweredApi {
  let made = 0;
  let lost = 0;
  let answered = 0;
  const faults: string[] = [];

  async function ask(method: string, path: string, headers: Record<string, string>, body?: object): Promise<unknown> {
    for (;;) {
      signal?.throwIfAborted();
      const url = address();
      const answer = url === undefined ? undefined : await once(url + path, method, headers, body);
      if (answer !== undefined && !AGAIN.has(answer.status) && !isStillWorkedOn(answer)) {
        answered += 1;
        if (answer.status >= 300) {
          faults.push(`${method} ${path} was answered ${answer.status}: ${JSON.stringify(answer.body).slice(0, 300)}`);
          throw new Error(faults.at(-1));
        }
        return answer.body;
      }
      lost += 1;
      await sleep(PAUSE_MILLISECONDS);
    }
  }

  async function once(url: string, method: string, headers: Record<string, string>, body?: object) {
    try {
      const response = await fetch(url, {
        method,
        headers: {
          Authorization: `Bearer ${token}`,
          ...headers,
          ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(PATIENCE_MILLISECONDS),
      });
      const text = await response.text();
      return { status: response.status, body: (text === "" ? null : JSON.parse(text)) as { code?: string } | null };
    } catch {
      return undefined;
    }
  }

  return {
    async post<Body>(path: string, body?: object) {
      made += 1;
      return (await ask("POST", path, { "Idempotency-Key": `${name} ${made}` }, body)) as Body;
    },
    async patch<Body>(path: string, body: object) {
      made += 1;
      return (await ask("PATCH", path, { "Idempotency-Key": `${name} ${made}` }, body)) as Body;
    },
    async get<Body>(path: string) {
      return (await ask("GET", path, {})) as Body;
    },
    get lost() {
      return lost;
    },
    get answered() {
      return answered;
    },
    faults,
  };
}

function isStillWorkedOn({ status, body }: { status: number; body: { code?: string } | null }): boolean {
  return status === 409 && body?.code === "idempotency_in_progress";
}
