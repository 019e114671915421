import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** The part of the engine's session that the bridge uses. It runs one statement at a time. */
export interface EngineSession {
  query(sql: string, format?: string): string;
  queryAsync(sql: string, options?: { format?: string }): Promise<{ bytes(): Uint8Array }>;
}

/** Parameters of ClickHouse's HTTP interface that are neither settings nor values of a statement. */
const NO_SETTINGS = new Set([
  "query",
  "query_id",
  "database",
  "default_format",
  "session_id",
  "role",
  "user",
  "password",
]);

/**
 * Runs the statements of HTTP requests on one session, one after another, as ClickHouse's HTTP interface would: the
 * statement is `query` followed by the body, `param_x` is the value of `{x:Type}`, and every other parameter is a setting
 * of this statement alone.
 */
export function createStatementRunner(
  session: EngineSession,
  folder: string,
): (parameters: URLSearchParams, body: Buffer) => Promise<Uint8Array> {
  let last: Promise<unknown> = Promise.resolve();
  let made = 0;

  async function run(parameters: URLSearchParams, body: Buffer): Promise<Uint8Array> {
    const query = parameters.get("query") ?? "";
    const settings = [...parameters].filter(([name]) => !NO_SETTINGS.has(name) && !name.startsWith("param_"));
    const values = [...parameters].filter(([name]) => name.startsWith("param_"));
    const database = parameters.get("database") ?? "default";
    if (database !== "default" && !/^\s*create\s+database/i.test(query + body.toString("utf8", 0, 40))) {
      session.query(`use ${identifier(database)}`);
    } else session.query("use default");
    // Values are sent as the format TabSeparated escapes them, and the engine reads them so.
    for (const [name, value] of values) session.query(`set ${identifier(name)} = ${literal(value)}`);
    for (const [name, value] of settings) session.query(`set ${identifier(name)} = ${literal(value)}`);
    try {
      const format = parameters.get("default_format") ?? "TabSeparated";
      if (!isInsertOfBody(query)) return await resultOf(query === "" ? body.toString() : `${query} ${body}`, format);
      return await insert(query, body, format);
    } finally {
      for (const [name] of settings) session.query(`set ${identifier(name)} = default`);
    }
  }

  async function resultOf(sql: string, format: string): Promise<Uint8Array> {
    return (await session.queryAsync(sql, { format })).bytes();
  }

  /** The engine reads the rows from a file, in any format, so that bytes need not be text. */
  async function insert(query: string, body: Buffer, format: string): Promise<Uint8Array> {
    made += 1;
    const file = join(folder, `insert-${made}`);
    await writeFile(file, body);
    try {
      return await resultOf(query.replace(/\s+FORMAT\s+(\w+)\s*$/i, ` FROM INFILE ${literal(file)} FORMAT $1`), format);
    } finally {
      await rm(file, { force: true });
    }
  }

  return (parameters, body) => {
    const turn = last.then(() => run(parameters, body));
    last = turn.catch(() => undefined);
    return turn;
  };
}

function isInsertOfBody(query: string): boolean {
  return /^\s*insert\b/i.test(query) && /\bFORMAT\s+\w+\s*$/i.test(query);
}

function identifier(name: string): string {
  return `\`${name.replaceAll("`", "``")}\``;
}

function literal(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
