import { readFile } from "node:fs/promises";
import pg from "pg";
import { readZip } from "./read-zip.ts";

/** Kill Bill's modules with tables, in the order of its published schema. What PostgreSQL needs in addition is first. */
const MODULES = [
  "account",
  "beatrix",
  "catalog",
  "entitlement",
  "invoice",
  "payment",
  "subscription",
  "tenant",
  "usage",
  "util",
] as const;

/** Creates a database `killbill` with the tables that the WAR's modules bring. Returns its address. */
export async function createSchema(ownerUrl: string, war: string): Promise<string> {
  await run(ownerUrl, ["create database killbill"]);
  const url = new URL(ownerUrl);
  url.pathname = "/killbill";
  await run(url.toString(), schemaOf(await readFile(war)));
  return url.toString();
}

function schemaOf(war: Buffer): string[] {
  const archive = readZip(war);
  const scriptOf = (module: string, script: string): string => {
    const jar = archive.names.find((name) => new RegExp(`^WEB-INF/lib/killbill-${module}-\\d[^/]*\\.jar$`).test(name));
    if (jar === undefined) throw new Error(`Kill Bill's WAR has no module ${module}`);
    return readZip(archive.read(jar)).read(`org/killbill/billing/${module}/${script}`).toString("utf8");
  };
  return [scriptOf("util", "ddl-postgresql.sql"), ...MODULES.map((module) => scriptOf(module, "ddl.sql"))];
}

async function run(connectionString: string, scripts: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    for (const script of scripts) await client.query(script);
  } finally {
    await client.end();
  }
}
