/**
 * How long a migration works on each megabyte of a table: the constants of
 * packages/storage/src/upgrade/estimate-seconds.ts. Each statement runs once on a table of 250-byte rows that fits in
 * memory, on the embedded server with its production settings.
 * `npm run bench -- migrations [million rows]`
 */
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { startEmbeddedPostgres } from "../packages/storage/src/embedded/index.ts";
import { recordFigures } from "./platform/figures.ts";

const million = Number(process.argv[2] ?? 1);
const folder = await mkdtemp(join(tmpdir(), "counterfoil-bench-"));
await chmod(folder, 0o755);
const server = await startEmbeddedPostgres({ folder });
const client = new pg.Client({ connectionString: server.url });
await client.connect();

const statements = [
  ["scan", "alter table bench add check (amount >= 0)"],
  ["index", "create index bench_key on bench (organization_id, id)"],
  ["rows", "update bench set amount = amount + 1"],
  ["rewrite", "alter table bench add column key uuid default gen_random_uuid()"],
] as const;

try {
  await client.query("create table bench (organization_id text, id text primary key, amount numeric, note text)");
  await client.query(
    `insert into bench select 'org_' || n % 100, 'usage_' || lpad(n::text, 26, '0'), n, repeat('x', 180)
     from generate_series(1, $1) n`,
    [million * 1_000_000],
  );
  await client.query("vacuum analyze bench");
  console.log("work      table     seconds   MB/s");
  for (const [work, statement] of statements) {
    const { rows } = await client.query<{ bytes: string }>("select pg_table_size('bench') as bytes");
    const megabytes = Number(rows[0]?.bytes) / 1_000_000;
    const start = performance.now();
    await client.query(statement);
    const seconds = (performance.now() - start) / 1_000;
    const columns = [`${megabytes.toFixed(0)} MB`, seconds.toFixed(1), (megabytes / seconds).toFixed(0)];
    await recordFigures([{ name: work, unit: " MB/s", value: megabytes / seconds, better: "higher" }]);
    console.log(`${work.padEnd(10)}${columns.map((column) => column.padEnd(10)).join("")}`);
  }
} finally {
  await client.end();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
