import { appendFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Problem } from "@counterfoil/http";
import pg from "pg";
import type { Exchange } from "../judge/exchange.ts";
import { type AnsweringDocument, unlistedIn } from "../judge/unlisted.ts";
import { openExchangeProxy } from "../judge/exchange-proxy.ts";
import type { TestDatabase } from "../postgres/index.ts";
import { type Candidate, candidateOf } from "./candidate.ts";
import { type ExampledDocument, operationFinder } from "./found-operation.ts";

/** Names the folder into which stories note what could be an example. Where it is set, every environment of a story is recorded. */
export const RECORDINGS = "COUNTERFOIL_RECORDINGS";
export const CANDIDATES_FILE = "candidates.ndjson";
export const DOCUMENT_FILE = "openapi.json";

/** What one environment saw, as a line of the file. */
export interface NotedCandidates {
  readonly operations: Readonly<Record<string, readonly Candidate[]>>;
  readonly problems: Readonly<Record<string, readonly Problem[]>>;
  readonly webhooks: Readonly<Record<string, readonly object[]>>;
  /** What the document does not say of answers, each by its operation. */
  readonly unlisted: readonly string[];
}

export interface RecordedEnvironment {
  /** Where stories send their requests. */
  readonly url: string;
  /** Notes what was recorded. */
  end(database: TestDatabase): Promise<void>;
}

/** Of each operation this many are kept, the best first: the first that the document allows is taken. */
const KEPT = 5;

/** Puts a recorder before the server, where recording is asked for. */
export async function recordEnvironment(url: string): Promise<RecordedEnvironment> {
  const folder = process.env[RECORDINGS];
  if (folder === undefined || folder === "") return { url, end: () => Promise.resolve() };
  const text = await (await fetch(`${url}/openapi.json`)).text();
  await writeFile(join(folder, DOCUMENT_FILE), text);
  const document = JSON.parse(text) as ExampledDocument & AnsweringDocument;
  const find = operationFinder(document);
  const operations = new Map<string, Candidate[]>();
  const problems = new Map<string, Problem[]>();
  const unlisted = new Set<string>();

  function note(exchange: Exchange): void {
    const found = find(exchange.request.method, exchange.request.target);
    if (found === null) return;
    const name = `${exchange.request.method.toLowerCase()} ${found.template}`;
    for (const fault of unlistedIn(document, name, exchange)) unlisted.add(`${name}: ${fault}`);
    const candidate = candidateOf(exchange, found);
    if (candidate !== null) keepBest(operations, found.operation.operationId, candidate, ({ score }) => score);
    else if (exchange.answer.headers["content-type"]?.startsWith("application/problem+json") === true) {
      const problem = JSON.parse(exchange.answer.bytes.toString("utf8")) as Problem;
      // Every client knows what a short one means, and what one without faults leaves open.
      const faults = problem.errors?.length ?? 0;
      keepBest(problems, problem.code, problem, ({ detail }) => Math.min(faults, 2) * 1_000 - detail.length);
    }
  }

  const proxy = await openExchangeProxy(url, {
    see: (exchange) => Promise.resolve(note(exchange)),
    seeStream: note,
    fail: () => undefined,
  });
  return {
    url: proxy.url,
    async end(database) {
      await proxy.close();
      const noted: NotedCandidates = {
        operations: Object.fromEntries(operations),
        problems: Object.fromEntries(problems),
        unlisted: [...unlisted],
        webhooks: await notificationsOf(database),
      };
      await appendFile(join(folder, CANDIDATES_FILE), `${JSON.stringify(noted)}\n`);
    },
  };
}

function keepBest<One>(kept: Map<string, One[]>, name: string, one: One, scoreOf: (one: One) => number): void {
  const all = [...(kept.get(name) ?? []), one].toSorted((a, b) => scoreOf(b) - scoreOf(a));
  kept.set(name, all.slice(0, KEPT));
}

/** What webhooks were sent, or would be: the first of each type. */
async function notificationsOf({ ownerUrl }: TestDatabase): Promise<Record<string, object[]>> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ type: string; timestamp: Date; data: unknown }>(
      "select distinct on (type) type, timestamp, data from notification order by type, sequence",
    );
    return Object.fromEntries(
      rows.map(({ type, timestamp, data }) => [type, [{ type, timestamp: timestamp.toISOString(), data }]]),
    );
  } finally {
    await client.end();
  }
}
