import { readFile } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
import type pg from "pg";

/** The dump of a release, from which every later release must be able to upgrade. */
export interface ReleaseDump {
  readonly release: string;
  /** False while its migrations may still change; then the dump is rewritten with them. */
  readonly isReleased: boolean;
  /** The migrations applied to the dumped database. */
  readonly migrations: readonly { readonly file: string; readonly sha256: string }[];
  /** SQL that fills a database with those migrations with the dumped rows. */
  readonly rows: string;
  /** Every statement that the release sent. */
  readonly statements: readonly string[];
}

export const releasesFolder = new URL("../../../storage/test/releases/", import.meta.url);
/** The separator of statements in a file. */
export const STATEMENT_END = "\n;--\n";

/** Reads the dump in the folder of a release. */
export async function readReleaseDump(release: string): Promise<ReleaseDump> {
  const folder = new URL(`${release}/`, releasesFolder);
  const unpacked = async (name: string) => gunzipSync(await readFile(new URL(name, folder))).toString("utf8");
  const marked = JSON.parse(await readFile(new URL("release.json", folder), "utf8")) as Pick<
    ReleaseDump,
    "release" | "isReleased" | "migrations"
  >;
  const statements = (await unpacked("statements.sql.gz")).split(STATEMENT_END).filter((text) => text.trim() !== "");
  return { ...marked, rows: await unpacked("rows.sql.gz"), statements };
}

/** Every row of every table, one statement per table, in PostgreSQL's own text format. */
export async function dumpRows(owner: pg.Client): Promise<string> {
  const { rows: tables } = await owner.query<{ name: string; columns: string }>(
    `select c.oid::regclass::text as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where n.nspname in ('public', 'identity') and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname <> 'schema_migration'
     group by c.oid order by 1`,
  );
  const statements = ["set session_replication_role = replica;"];
  for (const { name, columns } of tables) {
    const { rows } = await owner.query<{ text: string | null }>(
      `select string_agg(row_to_json(t)::text, e',\n') as text from (select ${columns} from ${name} order by 1, 2) t`,
    );
    const text = rows[0]?.text ?? null;
    if (text === null) continue;
    statements.push(
      `insert into ${name} (${columns}) overriding system value\nselect ${columns} from json_populate_recordset(null::${name}, ${owner.escapeLiteral(`[${text}]`)});`,
    );
  }
  const { rows: sequences } = await owner.query<{ name: string; value: string }>(
    `select quote_ident(schemaname) || '.' || quote_ident(sequencename) as name, last_value::text as value
     from pg_sequences where schemaname in ('public', 'identity') and last_value is not null order by 1`,
  );
  for (const { name, value } of sequences) statements.push(`select setval('${name}', ${value});`);
  return [...statements, "reset session_replication_role;", ""].join("\n");
}
