import { readRepository } from "@counterfoil/testkit/house-rules";
import { expect, test } from "vitest";

const records = readRepository((path) => /^docs\/decisions\/\d{4}-[\w-]+\.md$/.test(path));
const [index] = readRepository((path) => path === "docs/decisions/README.md");

/** What a record lacks: a number in its title that matches its file, and a date and status below it. */
function lacks({ path, text }: { readonly path: string; readonly text: string }): string[] {
  const number = Number(path.split("/")[2]?.slice(0, 4));
  return [
    ...(text.startsWith(`# ${number}. `) ? [] : ["title"]),
    ...(/^# .*\n\nDate: \d{4}-\d\d-\d\d[^\n]*Status: (?:accepted|superseded)/.test(text) ? [] : ["date and status"]),
  ];
}

test("every decision has its number, a date and a status", () => {
  expect(records.length).toBeGreaterThan(50);
  expect(records.flatMap((record) => lacks(record).map((lack) => `${record.path}: ${lack}`))).toEqual([]);
});

test("the index lists every decision and explains every number without one", () => {
  const text = index?.text ?? "";
  const listed = [...text.matchAll(/^\| \[\d+\]\((?<file>[^)]+)\)/gm)].map((row) => row.groups?.["file"]);
  expect(new Set(listed)).toEqual(new Set(records.map(({ path }) => path.split("/")[2])));
  const numbers = listed.map((file) => Number(file?.slice(0, 4)));
  const unused =
    /^Numbers (?<list>.+?) were never used/m.exec(text)?.groups?.["list"]?.match(/\d+/g)?.map(Number) ?? [];
  const upToLast = Array.from({ length: Math.max(...numbers) }, (_, position) => position + 1);
  expect(upToLast.filter((number) => !numbers.includes(number))).toEqual(unused);
});

test.each(["# 8. Title\n\nText", "# 7. Title\n\nDate: 2026-11-25. Status: accepted."])("%j is found", (text) => {
  expect(lacks({ path: "docs/decisions/0008-planted.md", text })).toHaveLength(1);
});
