import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { generatedFiles } from "../../src/generate/generated-files.ts";

const root = join(import.meta.dirname, "../../../..");

test("The generated files are what the routes and the migrations make of them (R-API-7)", async () => {
  const files = await generatedFiles(() => undefined);
  expect(files.map(({ path }) => path)).toEqual([
    "packages/storage/src/tables.gen.ts",
    "packages/storage/schema.sql",
    "packages/http/openapi.json",
  ]);
  for (const { path, text } of files) {
    expect(await readFile(join(root, path), "utf8"), `${path} is old: run "npm run generate"`).toBe(text);
  }
});
