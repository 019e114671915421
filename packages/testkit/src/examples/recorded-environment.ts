import { appendFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Problem } from "@counterfoil/http";
import pg from "pg";
import type { Exchange } from "../judge/exchange.ts";
import { type AnsweringDocument, unlistedIn } from "../judge/unlisted.ts";
import { openExchangeProxy } from "../judge/exchange-proxy.ts";
import type { TestDatabase } from "../postgres/index.ts";
import { type Candidate, candidateOf } from "./candidate.ts";
import { type ExampledDocument, operationFinder } from "./found-operation.ts";

/**
 * Names the folder in which stories record candidates for examples. If it is set, every environment of a story is
 * recorded.
 */
export const RECORDINGS = "COUNTERFOIL_RECORDINGS";
export const CANDIDATES_FILE = "candidates.ndjson";
export const DOCUMENT_FILE = "openapi.json";

/**
 * The candidates of one environment, as a line of the file. Written immediately, because a platform shared by files
 * ends with its process.
 */
export interface NotedCandidates {
  readonly operations?: Readonly<Record<string, Candidate>>;
  readonly problems?: Readonly<Record<string, Problem>>;
  readonly webhooks?: Readonly<Record<string, object>>;
  /** Parts of a response that the document does not list, with the operation. */
  readonly unlisted?: string;
}

export interface RecordedEnvironment {
  /** The URL for the requests of stories. */
  readonly url: string;
  end(): Promise<void>;
}

const LOOK_FOR_NOTIFICATIONS_MILLISECONDS = 2_000;

/** Puts a recorder in front of the server, if recording is requested. */
export async function recordEnvironment(url: string, database: TestDatabase): Promise<RecordedEnvironment> {
  const folder = process.env[RECORDINGS];
  if (folder === undefined || folder === "") return { url, end: () => Promise.resolve() };
  const text = await (await fetch(`${url}/openapi.json`)).text();
  await writeFile(join(folder, DOCUMENT_FILE), text);
  const document = JSON.parse(text) as ExampledDocument & AnsweringDocument;
  const find = operationFinder(document);
  const best = new Map<string, number>();
  const unlisted = new Set<string>();
  const write = (noted: NotedCandidates) => appendFileSync(join(folder, CANDIDATES_FILE), `${JSON.stringify(noted)}\n`);

  /** Whether this is better than the earlier candidates with the same name. */
  function isBetter(name: string, score: number): boolean {
    if (score <= (best.get(name) ?? -Infinity)) return false;
    best.set(name, score);
    return true;
  }

  function note(exchange: Exchange): void {
    const found = find(exchange.request.method, exchange.request.target);
    if (found === null) return;
    const { operationId } = found.operation;
    const name = `${exchange.request.method.toLowerCase()} ${found.template}`;
    for (const fault of unlistedIn(document, name, exchange).map((one) => `${name}: ${one}`)) {
      if (!unlisted.has(fault)) write({ unlisted: fault });
      unlisted.add(fault);
    }
    const candidate = candidateOf(exchange, found);
    if (candidate !== null) {
      if (isBetter(operationId, candidate.score)) write({ operations: { [operationId]: candidate } });
    } else if (exchange.answer.headers["content-type"]?.startsWith("application/problem+json") === true) {
      const problem = JSON.parse(exchange.answer.bytes.toString("utf8")) as Problem;
      // A short problem that names a fault is the best example.
      const score = Math.min(problem.errors?.length ?? 0, 1) * 1_000 - problem.detail.length;
      if (isBetter(problem.code, score)) write({ problems: { [problem.code]: problem } });
    }
  }

  async function noteNotifications(): Promise<void> {
    for (const [type, body] of Object.entries(await notificationsOf(database))) {
      if (isBetter(type, 0)) write({ webhooks: { [type]: body } });
    }
  }

  const proxy = await openExchangeProxy(url, {
    see: (exchange) => Promise.resolve(note(exchange)),
    seeStream: note,
    fail: () => undefined,
  });
  const looking = setInterval(
    () => void noteNotifications().catch(() => undefined),
    LOOK_FOR_NOTIFICATIONS_MILLISECONDS,
  ).unref();
  return {
    url: proxy.url,
    async end() {
      clearInterval(looking);
      await proxy.close();
      await noteNotifications();
    },
  };
}

/** The webhooks that were sent, or would be: the first of each type. */
async function notificationsOf({ ownerUrl }: TestDatabase): Promise<Record<string, object>> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ type: string; timestamp: Date; data: unknown }>(
      "select distinct on (type) type, timestamp, data from notification order by type, sequence",
    );
    return Object.fromEntries(
      rows.map(({ type, timestamp, data }) => [type, { type, timestamp: timestamp.toISOString(), data }]),
    );
  } finally {
    await client.end();
  }
}
