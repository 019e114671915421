import { appendFile } from "node:fs/promises";
import { type ErrorObject } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import pg from "pg";
import { inlined } from "../contract/inlined.ts";
import type { TestDatabase } from "../postgres/index.ts";
import type { JudgingProxy } from "./judging-proxy.ts";

/** Names the file in which what was judged is noted. Where it is set, every environment of a story stands behind a judge. */
export const JUDGEMENTS = "COUNTERFOIL_JUDGEMENTS";
const NAMED = 30;

export interface JudgedEnvironment {
  /** Where stories send their requests. */
  readonly url: string;
  /** Notes what was judged. Fails with what the document does not allow and happened. */
  end(database: TestDatabase): Promise<void>;
}

/** What one environment saw, as a line of the file. */
export interface NotedJudgement {
  readonly judged: number;
  readonly operations: readonly string[];
  readonly refused: number;
  readonly outside: number;
  readonly notifications: readonly string[];
}

/** Puts a judge before the server, where judging is asked for. */
export async function judgeEnvironment(url: string): Promise<JudgedEnvironment> {
  const path = process.env[JUDGEMENTS];
  if (path === undefined || path === "") return { url, end: () => Promise.resolve() };
  // Only where it is asked for: Prism takes a while to load.
  const { openJudgingProxy } = await import("./judging-proxy.ts");
  const proxy = await openJudgingProxy(url);
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as { webhooks: Webhooks };
  return {
    url: proxy.url,
    async end(database) {
      await proxy.close();
      const told = await judgeNotifications(database, inlined(document).webhooks);
      const violations = [...proxy.judgement.violations, ...told.violations];
      if (violations.length > 0) throw new Error(`Not as the document says:\n${violations.slice(0, NAMED).join("\n")}`);
      await appendFile(path, `${JSON.stringify(noted(proxy, told.types))}\n`);
    },
  };
}

function noted({ judgement }: JudgingProxy, notifications: readonly string[]): NotedJudgement {
  const { judged, operations, refused, outside } = judgement;
  return { judged, operations: [...operations], refused, outside, notifications };
}

type Webhooks = Readonly<Record<string, { post: { requestBody: { content: Record<string, { schema: object }> } } }>>;

/** Holds every notification of the database against the section `webhooks`. Answers the types that there were. */
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
