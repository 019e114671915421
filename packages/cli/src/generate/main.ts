import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { generatedFiles } from "./generated-files.ts";

/**
 * Writes the generated files of this repository: `npm run generate`. With `--check` it writes nothing and exits with 1 if a
 * file is out of date.
 *
 * It generates the OpenAPI document from the routes, and from that the clients. It applies the migrations to a temporary
 * PostgreSQL server, and generates the schema, the types of tables and the limits of columns from it.
 */
const { values } = parseArgs({ options: { check: { type: "boolean", default: false } } });
const root = join(import.meta.dirname, "../../../..");
const stale: string[] = [];
for (const { path, text } of await generatedFiles((line) => console.error(`  · ${line}`))) {
  const isStale = (await readFile(join(root, path), "utf8").catch(() => undefined)) !== text;
  if (isStale) stale.push(path);
  if (isStale && !values.check) await writeFile(join(root, path), text);
  console.log(`${isStale ? "changed  " : "unchanged"}  ${path}`);
}
if (values.check && stale.length > 0) {
  console.error(`Out of date: ${stale.join(", ")}. Run "npm run generate" and commit the changes.`);
  process.exitCode = 1;
}
