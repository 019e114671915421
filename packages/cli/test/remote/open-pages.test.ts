import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { open } from "../../src/remote/commands/open.ts";

const navigation = join(import.meta.dirname, "../../../dashboard/src/app/navigation.ts");

test("open knows every page of the dashboard's navigation (R-CLI-2)", async () => {
  const source = await readFile(navigation, "utf8");
  const paths = [...source.matchAll(/\bto: "\/([a-z-]*)"/g)].map(([, path]) => path ?? "");
  expect(paths.length).toBeGreaterThan(20);
  const known = /Pages: (?<names>.*)\./.exec(String(open.description))?.groups?.["names"]?.split(", ") ?? [];
  expect(paths.map((path) => path || "home").filter((name) => !known.includes(name))).toEqual([]);
});
