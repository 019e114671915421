import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";

// R-UI-1: the content of every table can be exported as a file.

test("every table has an export", async () => {
  const folder = join(import.meta.dirname, "../../src/pages");
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".tsx"));
  const texts = await Promise.all(
    names.map(async (name) => [name, await readFile(join(folder, name), "utf8")] as const),
  );
  const withTable = texts.filter(([, text]) => /<Table\b/.test(text));
  expect(withTable.length).toBeGreaterThan(30);
  expect(withTable.filter(([, text]) => !/<ExportButton\b|\.export\(/.test(text)).map(([name]) => name)).toEqual([]);
});
