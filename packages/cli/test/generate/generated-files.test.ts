import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { generatedFiles } from "../../src/generate/generated-files.ts";

const root = join(import.meta.dirname, "../../../..");

test("the generated files match the routes and the migrations (R-API-7)", async () => {
  const files = await generatedFiles(() => undefined);
  expect(files.map(({ path }) => path)).toEqual([
    "packages/storage/src/checks.gen.ts",
    "packages/storage/src/tables.gen.ts",
    "packages/storage/schema.sql",
    "docs/access.md",
    "packages/http/openapi.json",
    "packages/storage/model-prices/catalog.gen.json",
    "packages/sdk/src/generated/types.gen.ts",
    "packages/sdk/src/generated/resources.gen.ts",
    "packages/sdk/src/generated/client.gen.ts",
    "clients/python/src/counterfoil/_generated/types.py",
    "clients/python/src/counterfoil/_generated/resources.py",
    "clients/go/types.gen.go",
    "clients/go/resources.gen.go",
  ]);
  for (const { path, text } of files) {
    expect(await readFile(join(root, path), "utf8"), `${path} is out of date: run "npm run generate"`).toBe(text);
  }
});
