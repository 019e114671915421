import type { Api } from "@counterfoil/testkit/api";
import fc from "fast-check";
import { answerCheck, type SentAnswer } from "./check-answer.ts";
import type { FuzzedPlatform } from "./fuzz-platform.ts";
import { KnownIds } from "./known-ids.ts";
import { layGround } from "./lay-ground.ts";
import { type OpenApi, type Operation, operationsOf } from "./openapi.ts";
import { type FuzzedRequest, requestsTo } from "./requests.ts";
import { openSession } from "./session.ts";

/** What came of the requests. */
export interface FuzzOutcome {
  readonly sent: number;
  readonly byStatus: ReadonlyMap<number, number>;
  /** Operations that answered with a 2xx at least once. */
  readonly succeeded: number;
  /** Operations that never did. */
  readonly refused: readonly string[];
  readonly slowestMilliseconds: number;
  readonly slowest: string;
  readonly faults: readonly string[];
}

export interface FuzzOptions {
  readonly seed: number;
  readonly requests: number;
  readonly longestMilliseconds: number;
  /** Told from time to time how many were sent, and how many faults were found. */
  readonly onProgress?: (sent: number, faults: number) => void;
}

/** After so many the ground is laid anew. */
const REQUESTS_TO_A_GROUND = 2_000;
const ENDS_SESSIONS = /^\/(me\/leave|auth\/sign-out)/;

/**
 * Sends so many requests made from the OpenAPI document of a running platform; the same seed makes the same choices. Each answer
 * has to be below 500 and in time, a problem when it is an error, and valid against its own schema when it is none; and what was
 * accepted has to be work that the worker can do.
 */
export async function sendFuzzed(platform: FuzzedPlatform, options: FuzzOptions): Promise<FuzzOutcome> {
  const { environment } = platform;
  const { id, api } = await environment.createOrganization();
  const session = await openSession(platform, id);
  const document = await api.get<OpenApi>("/openapi.json");
  const operations = operationsOf(document);
  const check = answerCheck(document);
  const byStatus = new Map<number, number>();
  const succeeded = new Set<Operation>();
  const faults: string[] = [];
  const { items: keys } = await api.get<{ items: { id: string }[] }>("/api-keys");
  const ids = new KnownIds(keys.map((key) => key.id));
  let slowest = { milliseconds: 0, request: "" };
  let ground = { links: { quotes: "x", invoices: "x" } };

  async function sendOne(operation: Operation, seed: number, number: number): Promise<void> {
    const [request] = fc.sample(requestsTo(operation, ids, ground), { seed, numRuns: 1 });
    if (request === undefined) return;
    const who = operation.isOfSession ? await session.headers() : { Authorization: `Bearer ${api.token}` };
    const named = `#${number} ${operation.method} ${request.path.slice(0, 200)}`;
    const begun = performance.now();
    const answer = await send(environment.url, operation, request, who);
    const milliseconds = performance.now() - begun;
    if (milliseconds > slowest.milliseconds) slowest = { milliseconds, request: named };
    byStatus.set(answer.status, (byStatus.get(answer.status) ?? 0) + 1);
    if (answer.status < 300) succeeded.add(operation);
    if (operation.isOfSession && (answer.status === 401 || ENDS_SESSIONS.test(operation.path))) session.end();
    const wrong = check(operation, answer);
    if (milliseconds > options.longestMilliseconds) {
      // A machine that was busy elsewhere is not slow twice.
      const again = await fastestOf(2, () => send(environment.url, operation, request, who));
      if (again > options.longestMilliseconds)
        wrong.push(`took ${milliseconds.toFixed(0)} ms, and ${again.toFixed(0)}`);
    }
    for (const failure of environment.failures.splice(0)) wrong.push(`the worker failed: ${String(failure)}`);
    for (const fault of wrong) faults.push(`${named}: ${fault} ${request.body?.slice(0, 500) ?? ""}`);
    ids.remember(answer.text);
  }

  let sent = 0;
  for (; sent < options.requests; sent += 1) {
    if (sent % REQUESTS_TO_A_GROUND === 0) {
      options.onProgress?.(sent, faults.length);
      session.renew();
      ground = await layGround(platform, noticing(api, ids), sent / REQUESTS_TO_A_GROUND);
    }
    // Every operation is next to every other in some round.
    const operation = operations[(sent * 7 + Math.floor(sent / operations.length)) % operations.length];
    if (operation !== undefined) await sendOne(operation, options.seed * 1_000_003 + sent, sent);
  }

  const refused = operations.filter((one) => !succeeded.has(one)).map(({ method, path }) => `${method} ${path}`);
  return {
    sent,
    byStatus,
    succeeded: succeeded.size,
    refused,
    slowestMilliseconds: slowest.milliseconds,
    slowest: slowest.request,
    faults,
  };
}

async function fastestOf(times: number, act: () => Promise<unknown>): Promise<number> {
  let fastest = Infinity;
  for (let time = 0; time < times; time += 1) {
    const begun = performance.now();
    await act();
    fastest = Math.min(fastest, performance.now() - begun);
  }
  return fastest;
}

/** A client whose answers the fuzzer learns from. */
function noticing(api: Api, ids: KnownIds): Api {
  const noticed = async <Body>(answer: Promise<Body>): Promise<Body> => {
    const body = await answer;
    ids.remember(JSON.stringify(body));
    return body;
  };
  return {
    ...api,
    get: (path) => noticed(api.get(path)),
    post: (path, body) => noticed(api.post(path, body)),
    patch: (path, body) => noticed(api.patch(path, body)),
  };
}

const LONGEST_WAIT_MILLISECONDS = 30_000;

async function send(
  url: string,
  { method }: Operation,
  { path, headers, body }: FuzzedRequest,
  who: Readonly<Record<string, string>>,
): Promise<SentAnswer> {
  const answer = await fetch(url + path, {
    method,
    headers: { ...who, ...headers },
    redirect: "manual",
    ...(body === undefined ? {} : { body }),
    signal: AbortSignal.timeout(LONGEST_WAIT_MILLISECONDS),
  });
  return { status: answer.status, type: answer.headers.get("Content-Type") ?? "", text: await answer.text() };
}
