import { type Context, verifyBooks } from "@counterfoil/service";
import type { Api } from "@counterfoil/testkit/api";
import fc from "fast-check";
import { Random } from "../random.ts";
import { type Batch, batchesOf } from "./batches.ts";
import { answerCheck, type SentAnswer } from "./check-answer.ts";
import type { FuzzedPlatform } from "./fuzz-platform.ts";
import { KnownIds } from "./known-ids.ts";
import { layGround } from "./lay-ground.ts";
import { type OpenApi, type Operation, operationsOf } from "./openapi.ts";
import { type FuzzedRequest, requestsTo } from "./requests.ts";
import { openSession } from "./session.ts";

/** Results of the requests. */
export interface FuzzOutcome {
  readonly sent: number;
  /** Of these, sent together with others. */
  readonly sentTogether: number;
  readonly byStatus: ReadonlyMap<number, number>;
  /** Operations with at least one 2xx. */
  readonly succeeded: number;
  /** Operations without one. */
  readonly refused: readonly string[];
  readonly slowestMilliseconds: number;
  readonly slowest: string;
  readonly faults: readonly string[];
}

export interface FuzzOptions {
  readonly seed: number;
  readonly requests: number;
  readonly longestMilliseconds: number;
  /** Only to one operation, such as `POST /accounts`. Default: all. */
  readonly only?: string;
  /** Called now and then with the number of requests and faults. */
  readonly onProgress?: (sent: number, faults: number) => void;
}

/** Number of requests after which objects are created again. */
const REQUESTS_TO_A_GROUND = 2_000;
const ENDS_SESSIONS = /^\/(me\/leave|auth\/sign-out)/;

/**
 * Sends this many requests generated from the OpenAPI document, more than half of them together with others. The same seed
 * makes the same choices. Each response must be below 500, in time, a problem document if it is an error, and otherwise
 * valid against its schema. Accepted work must be processable, and the books verify at the end.
 */
export async function sendFuzzed(platform: FuzzedPlatform, options: FuzzOptions): Promise<FuzzOutcome> {
  const { environment } = platform;
  const { id, api } = await environment.createOrganization();
  const session = await openSession(platform, id);
  const document = await api.get<OpenApi>("/openapi.json");
  const operations = operationsOf(document).filter(
    ({ method, path }) => options.only === undefined || options.only === `${method} ${path}`,
  );
  const check = answerCheck(document);
  const byStatus = new Map<number, number>();
  const succeeded = new Set<Operation>();
  const faults: string[] = [];
  const { items: keys } = await api.get<{ items: { id: string }[] }>("/api-keys");
  const ids = new KnownIds(keys.map((key) => key.id));
  const random = new Random(`fuzz ${options.seed}`);
  const nextBatch = batchesOf(operations, random.fork("batches"));
  let slowest = { milliseconds: 0, request: "" };
  let ground = { links: { quotes: "x", invoices: "x" } };

  /** The requests of a batch, with a description. */
  async function sendTogether(batch: Batch, number: number): Promise<void> {
    const known = batch.isFocused ? ids.focused((all) => random.pick(all)) : ids;
    const headers = new Map<Operation, Readonly<Record<string, string>>>();
    for (const operation of batch.operations) {
      headers.set(
        operation,
        operation.isOfSession ? await session.headers() : { Authorization: `Bearer ${api.token}` },
      );
    }
    const sendings = batch.operations.map((operation, place) => {
      const seed = options.seed * 1_000_003 + number + (batch.isRepeated ? 0 : place);
      const [request] = fc.sample(requestsTo(operation, known, ground, batch.isRepeated ? "valid" : "any"), {
        seed,
        numRuns: 1,
      });
      if (request === undefined) throw new Error(`no request to ${operation.path} was made`);
      const named = `#${number + place} ${operation.method} ${request.path.slice(0, 200)}`;
      return { operation, request, named, who: headers.get(operation) ?? {} };
    });
    const answers = await Promise.all(sendings.map((sending) => timed(environment.url, sending)));
    for (const [place, sending] of sendings.entries()) await judge(sending, answers[place], sendings.length);
    for (const failure of environment.failures.splice(0)) {
      faults.push(`${sendings.map(({ named }) => named).join(" and ")}: the worker failed: ${String(failure)}`);
    }
  }

  async function judge(sending: Sending, timedAnswer: TimedAnswer | undefined, together: number): Promise<void> {
    if (timedAnswer === undefined) return;
    const { operation, request, named } = sending;
    const { answer, milliseconds } = timedAnswer;
    if (milliseconds > slowest.milliseconds) slowest = { milliseconds, request: named };
    byStatus.set(answer.status, (byStatus.get(answer.status) ?? 0) + 1);
    if (answer.status < 300) succeeded.add(operation);
    if (operation.isOfSession && (answer.status === 401 || ENDS_SESSIONS.test(operation.path))) session.end();
    const wrong = check(operation, answer);
    if (milliseconds > options.longestMilliseconds) {
      // A machine that was busy with other work is not slow twice.
      const again = await fastestOf(2, () => timed(environment.url, sending));
      if (again > options.longestMilliseconds)
        wrong.push(`took ${milliseconds.toFixed(0)} ms, and ${again.toFixed(0)}`);
    }
    const batch = together === 1 ? "" : ` (${together} at once)`;
    for (const fault of wrong) faults.push(`${named}${batch}: ${fault} ${request.body?.slice(0, 500) ?? ""}`);
    ids.remember(answer.text);
  }

  let sent = 0;
  let sentTogether = 0;
  while (sent < options.requests) {
    const sinceGround = sent % REQUESTS_TO_A_GROUND;
    if (sinceGround === 0) {
      options.onProgress?.(sent, faults.length);
      session.renew();
      ground = await layGround(platform, noticing(api, ids), sent / REQUESTS_TO_A_GROUND);
    }
    const batch = nextBatch(Math.min(REQUESTS_TO_A_GROUND - sinceGround, options.requests - sent));
    await sendTogether(batch, sent);
    sent += batch.operations.length;
    if (batch.operations.length > 1) sentTogether += batch.operations.length;
  }
  faults.push(...(await booksFaults(platform, id)));

  const refused = operations.filter((one) => !succeeded.has(one)).map(({ method, path }) => `${method} ${path}`);
  return {
    sent,
    sentTogether,
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

/** A client that collects IDs from responses. */
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

/** Conditions of the books, whatever was sent. */
async function booksFaults({ environment }: FuzzedPlatform, organizationId: string): Promise<string[]> {
  const actor = { type: "command", id: "fuzz" } as const;
  const context: Context = { ...environment.ports, organizationId, actor, requestId: null };
  const found: string[] = [];
  const onDifference = (difference: object) => void found.push(`verify: ${JSON.stringify(difference)}`);
  await verifyBooks(context, { from: null, to: null, onDifference });
  return found;
}

interface Sending {
  readonly operation: Operation;
  readonly request: FuzzedRequest;
  readonly named: string;
  /** How the sender authenticates. */
  readonly who: Readonly<Record<string, string>>;
}

interface TimedAnswer {
  readonly answer: SentAnswer;
  readonly milliseconds: number;
}

const LONGEST_WAIT_MILLISECONDS = 30_000;

async function timed(url: string, { operation: { method }, request, who }: Sending): Promise<TimedAnswer> {
  const { path, headers, body } = request;
  const begun = performance.now();
  const answer = await fetch(url + path, {
    method,
    headers: { ...who, ...headers },
    redirect: "manual",
    ...(body === undefined ? {} : { body }),
    signal: AbortSignal.timeout(LONGEST_WAIT_MILLISECONDS),
  });
  const text = await answer.text();
  const milliseconds = performance.now() - begun;
  return { answer: { status: answer.status, type: answer.headers.get("Content-Type") ?? "", text }, milliseconds };
}
