import { appendFile } from "node:fs/promises";
import { type ErrorObject } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import pg from "pg";
import { inlined } from "../contract/inlined.ts";
import type { TestDatabase } from "../postgres/index.ts";
import type { JudgingProxy } from "./judging-proxy.ts";

/** Names the file of judgements. If it is set, every environment of a story runs behind a judge. */
export const JUDGEMENTS = "COUNTERFOIL_JUDGEMENTS";
const NAMED = 30;

export interface JudgedEnvironment {
  /** The URL for the requests of stories. */
  readonly url: string;
  /** Writes what was judged. Fails if something violated the document. */
  end(database: TestDatabase): Promise<void>;
}

/** The judgement of one environment, as a line of the file. */
export interface NotedJudgement {
  readonly judged: number;
  readonly operations: readonly string[];
  readonly refused: number;
  readonly outside: number;
  readonly notifications: readonly string[];
}

/** Puts a judge in front of the server, if judging is requested. */
export async function judgeEnvironment(url: string): Promise<JudgedEnvironment> {
  const path = process.env[JUDGEMENTS];
  if (path === undefined || path === "") return { url, end: () => Promise.resolve() };
  // Loaded only on request: loading Prism takes a while.
  const { openJudgingProxy } = await import("./judging-proxy.ts");
  const proxy = await openJudgingProxy(url);
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as { webhooks: Webhooks };
  return {
    url: proxy.url,
    async end(database) {
      await proxy.close();
      const told = await judgeNotifications(database, inlined(document).webhooks);
      const violations = [...proxy.judgement.violations, ...told.violations];
      if (violations.length > 0)
        throw new Error(`Different from the document:\n${violations.slice(0, NAMED).join("\n")}`);
      await appendFile(path, `${JSON.stringify(noted(proxy, told.types))}\n`);
    },
  };
}

function noted({ judgement }: JudgingProxy, notifications: readonly string[]): NotedJudgement {
  const { judged, operations, refused, outside } = judgement;
  return { judged, operations: [...operations], refused, outside, notifications };
}

type Webhooks = Readonly<Record<string, { post: { requestBody: { content: Record<string, { schema: object }> } } }>>;

/** Checks every notification in the database against the section `webhooks`. Returns the types that occurred. */
async function judgeNotifications({ ownerUrl }: TestDatabase, webhooks: Webhooks) {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ type: string; timestamp: Date; data: unknown }>(
      "select type, timestamp, data from notification order by sequence",
    );
    const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
    const checks = new Map(
      Object.entries(webhooks).map(([type, { post }]) => [
        type,
        ajv.compile(post.requestBody.content["application/json"]?.schema ?? false),
      ]),
    );
    const violations = rows.flatMap(({ type, timestamp, data }) => {
      const check = checks.get(type);
      if (check === undefined) return [`${type}: the document has no such webhook`];
      return check({ type, timestamp: timestamp.toISOString(), data })
        ? []
        : (check.errors ?? []).map((error) => told(type, error));
    });
    return { types: [...new Set(rows.map(({ type }) => type))], violations };
  } finally {
    await client.end();
  }
}

function told(type: string, { instancePath, message, params }: ErrorObject): string {
  return `${type}${instancePath} ${message ?? ""} ${JSON.stringify(params)}`;
}
