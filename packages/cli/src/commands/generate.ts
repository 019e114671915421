import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { CommandError, type Command } from "../command.ts";
import { generatedFiles } from "../generate/generated-files.ts";

const root = join(import.meta.dirname, "../../../..");

export const generate: Command = {
  description: [
    "For developers of Counterfoil. Generates packages/http/openapi.json from the routes, and from it the TypeScript",
    "client in packages/sdk/src/generated. Applies the migrations to a temporary PostgreSQL server, and generates",
    "checks.gen.ts and tables.gen.ts in packages/storage/src and packages/storage/schema.sql from it.",
  ].join("\n"),
  options: { check: { type: "boolean", help: "Write nothing; exit with 1 if a file is out of date" } },
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
      throw new CommandError(`Out of date: ${stale.join(", ")}. Run "npm run generate" and commit the changes.`);
    }
    return 0;
  },
};
