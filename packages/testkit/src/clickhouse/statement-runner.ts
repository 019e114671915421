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
  /** What the session is set to. A statement of the engine for each setting would take longer than most answers. */
  let database = "default";
  let set: ReadonlyMap<string, string> = new Map();

  /** A statement that creates a database may name the one that it creates. */
  function use(name: string): void {
    if (name === database) return;
    session.query(`use ${identifier(name)}`);
    database = name;
  }

  /** Values are sent as the format TabSeparated escapes them, and the engine reads them so. */
  function setAll(wanted: ReadonlyMap<string, string>): void {
    const changed = [...wanted].filter(([name, value]) => set.get(name) !== value);
    const ended = [...set.keys()].filter((name) => !name.startsWith("param_") && !wanted.has(name));
    // If a setting is refused, the session has none of them for certain.
    set = new Map([...set].map(([name]) => [name, ""]));
    for (const name of ended) session.query(`set ${identifier(name)} = default`);
    const assignments = changed.map(([name, value]) => `${identifier(name)} = ${literal(value)}`);
    if (assignments.length > 0) session.query(`set ${assignments.join(", ")}`);
    set = wanted;
  }

  async function run(parameters: URLSearchParams, body: Buffer): Promise<Uint8Array> {
    const query = parameters.get("query") ?? "";
    const wanted = parameters.get("database") ?? "default";
    use(/^\s*create\s+database/i.test(query + body.toString("utf8", 0, 40)) ? "default" : wanted);
    setAll(new Map([...parameters].filter(([name]) => !NO_SETTINGS.has(name))));
    const format = parameters.get("default_format") ?? "TabSeparated";
    if (!isInsertOfBody(query)) return await resultOf(query === "" ? body.toString() : `${query} ${body}`, format);
    return await insert(query, body, format);
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
