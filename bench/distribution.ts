/**
 * What would have to change to spread organizations over the machines of Citus: reads the keys of the schema, and the
 * statements that the tests run. A statement of one organization goes to one machine; one that names no organization goes
 * to all of them. `npm run bench -- distribution [test files …] [--statements=file]`
 *
 * `--statements` names a file that an earlier run of tests filled (COUNTERFOIL_TEST_STATEMENTS), so that they do not run again.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import pg from "pg";
import { startEmbeddedPostgres } from "../packages/storage/src/embedded/index.ts";
import { migrate } from "../packages/storage/src/index.ts";

interface Table {
  readonly name: string;
  /** The column that holds the organization: its ID, or the short number that usage has. */
  readonly organization: "organization_id" | "organization_number" | null;
  /** Columns of each unique index, primary keys included. */
  readonly keys: readonly (readonly string[])[];
  /** Foreign keys: the other table and the columns. */
  readonly references: readonly { readonly to: string; readonly columns: readonly string[] }[];
}

interface Statement {
  readonly query: string;
  readonly calls: number;
}

const { values, positionals: chosen } = parseArgs({
  allowPositionals: true,
  options: { statements: { type: "string" } },
});
const root = join(import.meta.dirname, "..");
const folder = await mkdtemp(join(tmpdir(), "counterfoil-bench-"));
await chmod(folder, 0o755);
try {
  const tables = await readTables();
  reportTables(tables);
  const file = values.statements ?? join(folder, "statements.json");
  if (values.statements === undefined)
    await runTests(chosen.length === 0 ? ["scenarios/", "packages/worker/test/"] : chosen, file);
  reportStatements(JSON.parse(await readFile(file, "utf8")) as Statement[], tables);
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

async function readTables(): Promise<Table[]> {
  const server = await startEmbeddedPostgres({ folder: join(folder, "schema") });
  try {
    await migrate(server.url);
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    const { rows } = await client.query<Table>(`
      select c.relname as name,
        (select min(a.attname::text) from pg_attribute a
          where a.attrelid = c.oid and a.attname in ('organization_id', 'organization_number')) as organization,
        coalesce((select json_agg((select json_agg(a.attname order by k.place)
            from unnest(i.indkey::int[]) with ordinality k (attnum, place)
            join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum))
          from pg_index i where i.indrelid = c.oid and i.indisunique), '[]') as keys,
        coalesce((select json_agg(json_build_object('to', f.confrelid::regclass::text, 'columns',
            (select json_agg(a.attname) from pg_attribute a where a.attrelid = c.oid and a.attnum = any(f.conkey))))
          from pg_constraint f where f.conrelid = c.oid and f.contype = 'f'), '[]') as references
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      order by 1`);
    await client.end();
    return rows;
  } finally {
    await server.stop();
  }
}

function reportTables(tables: readonly Table[]): void {
  const distributed = tables.filter((table) => table.organization !== null);
  const isWithin = (columns: readonly string[]) =>
    columns.includes("organization_id") || columns.includes("organization_number");
  const numbered = distributed.filter((table) => table.organization === "organization_number");
  console.log(`${tables.length} tables, ${distributed.length} of them with an organization`);
  list(
    "Tables that have its number instead of its ID: both need one column to be on the same machine",
    numbered.map(({ name }) => name),
  );
  list(
    "Unique keys of these that do not hold the organization, which no machine can check alone",
    distributed.flatMap(({ name, keys }) =>
      keys.filter((key) => !isWithin(key)).map((key) => `${name} (${key.join(", ")})`),
    ),
  );
  list(
    "References of these that do not hold the organization, to a table that has one",
    distributed.flatMap(({ name, references }) =>
      references
        .filter(({ to, columns }) => !isWithin(columns) && distributed.some((one) => one.name === to))
        .map(({ to, columns }) => `${name} (${columns.join(", ")}) → ${to}`),
    ),
  );
  list(
    "Tables without an organization, to be copied to each machine or kept on the coordinator",
    tables.filter((table) => table.organization === null).map(({ name }) => name),
  );
}

/** Runs the tests on a PostgreSQL that keeps their statements. Tests that fail only make the list shorter. */
async function runTests(files: readonly string[], file: string): Promise<void> {
  console.log(`\nRunning ${files.join(" ")} …`);
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const child = spawn(process.execPath, [vitest, "run", "--project", "stories", ...files], {
    cwd: root,
    env: { ...process.env, COUNTERFOIL_TEST_STATEMENTS: file },
    stdio: ["ignore", "ignore", "inherit"],
  });
  await once(child, "exit");
}

function reportStatements(statements: readonly Statement[], tables: readonly Table[]): void {
  const names = new Set(tables.filter((table) => table.organization !== null).map(({ name }) => name));
  const run = statements.filter(({ query }) => /^\W*(select|insert|update|delete|with|merge)\b/i.test(query));
  const touching = run.filter(({ query }) => tablesOf(query).some((name) => names.has(name)));
  const spread = touching.filter(({ query }) => !namesOrganization(query));
  const calls = (of: readonly Statement[]) => of.reduce((sum, each) => sum + each.calls, 0);
  const share = (calls(spread) / Math.max(1, calls(touching))) * 100;
  console.log(
    `${run.length} statements, ${touching.length} of them on tables with an organization; ${spread.length} of these name ` +
      `none (${share.toFixed(1)} % of ${calls(touching).toLocaleString("en")} calls)`,
  );
  list(
    "Statements that name no organization and would go to every machine",
    spread.toSorted((a, b) => b.calls - a.calls).map(({ query, calls: count }) => `${count} ×  ${shorten(query)}`),
  );
  const several = touching.filter(({ query }) => writesOf(query) > 1);
  list(
    "Statements that write several tables at once, which have to stay on one machine",
    several.filter((one) => spread.includes(one)).map(({ query }) => shorten(query)),
  );
  console.log(`\n${several.length} statements write several tables; all others of them name the organization`);
}

function tablesOf(query: string): string[] {
  return [...query.matchAll(/\b(?:from|join|into|update|only)\s+(?:public\.)?"?([a-z_]+)/gi)].map(
    (match) => match[1] ?? "",
  );
}

/** By its text: compares the organization with a value, takes it from a joined row, or writes it. */
function namesOrganization(query: string): boolean {
  return /organization_(id|number)"?\s*(=|in\b|\)|,)|current_organization\(/i.test(query);
}

function writesOf(query: string): number {
  return [...query.matchAll(/\b(insert into|update\s+[a-z_]+\s+(?:[a-z_]+\s+)?set|delete from)\b/gi)].length;
}

function shorten(query: string): string {
  const line = query.replace(/\s+/g, " ").trim();
  return line.length > 150 ? `${line.slice(0, 149)}…` : line;
}

function list(heading: string, lines: readonly string[]): void {
  console.log(`\n${heading}: ${lines.length}`);
  for (const line of lines) console.log(`  ${line}`);
}
