import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { CommandError, type Command } from "../command.ts";
import { generatedFiles } from "../generate/generated-files.ts";

const root = join(import.meta.dirname, "../../../..");

export const generate: Command = {
  description: [
    "Writes packages/http/openapi.json from the routes, and packages/storage/src/tables.gen.ts and",
    "packages/storage/schema.sql from the migrations, applied to a PostgreSQL made for it; and from openapi.json the generated part of",
    "the TypeScript client, packages/sdk/src/generated. For developers of Counterfoil.",
  ].join("\n"),
  options: { check: { type: "boolean", help: "write nothing; fail when a file is not what it would be" } },
  async run(invocation) {
    const files = await generatedFiles((line) => console.error(`  · ${line}`));
    const stale: string[] = [];
    for (const { path, text } of files) {
      const present = await readFile(join(root, path), "utf8").catch(() => undefined);
      const isStale = present !== text;
      if (isStale) stale.push(path);
      if (isStale && !invocation.flag("check")) await writeFile(join(root, path), text);
      console.log(`${isStale ? "changed  " : "unchanged"}  ${path}`);
    }
    if (invocation.flag("check") && stale.length > 0) {
      throw new CommandError(`Not up to date: ${stale.join(", ")}. Run "npm run generate" and commit what changes.`);
    }
    return 0;
  },
};
