import { expect, test } from "vitest";
import { readCsv } from "../../src/pages/imports/read-csv.ts";
import { faultOfMapping, type Kind, mappingOf, upload } from "../../src/pages/imports/upload.ts";

/** Stores texts, and refuses those that begin with `bad`. */
function kindOf(sent: string[][]): Kind<string> {
  return {
    targets: [
      { value: "uniqueId", name: "Unique ID", isRequired: true, words: ["id"] },
      { value: "account", name: "Account", isRequired: true },
    ],
    hasProperties: true,
    bodyOf: ({ cells }) => cells[0]?.text ?? "",
    batch: 2,
    atOnce: 1,
    send: (bodies) => {
      sent.push([...bodies]);
      const failed = bodies.flatMap((body, index) => (body.startsWith("bad") ? [{ index, detail: "refused" }] : []));
      return Promise.resolve({ stored: bodies.length - failed.length, duplicates: 0, failed });
    },
  };
}

test("finds members by their names in any spelling, and gives each to one column", () => {
  expect(mappingOf(["unique_id", "Account", "id", "region"], kindOf([]))).toEqual([
    "uniqueId",
    "account",
    "property",
    "property",
  ]);
});

test("names a missing member, and one that two columns have", () => {
  const kind = kindOf([]);
  expect(faultOfMapping(["uniqueId", "property"], kind)).toBe("Choose a column for Account.");
  expect(faultOfMapping(["uniqueId", "account", "account"], kind)).toContain("Two columns are Account");
  expect(faultOfMapping(["uniqueId", "account"], kind)).toBeNull();
});

test("sends batches, and reports each failed row with its own line", async () => {
  const sent: string[][] = [];
  const file = readCsv("id,account\n1,a\nbad2,a\n3\nbad4,a\n5,a\n");
  const seen: number[] = [];
  const result = await upload({
    kind: kindOf(sent),
    file,
    mapping: ["uniqueId", "account"],
    signal: new AbortController().signal,
    onProgress: ({ done }) => seen.push(done),
  });
  expect(sent).toEqual([
    ["1", "bad2"],
    ["bad4", "5"],
  ]);
  expect(result).toMatchObject({ done: 5, stored: 2 });
  expect(result.failed.map(({ row, detail }) => [row.line, detail])).toEqual([
    [3, "refused"],
    [4, "The row has 1 cells, but the header has 2."],
    [5, "refused"],
  ]);
  expect(seen).toEqual([3, 5]);
});

test("stops before the next batch", async () => {
  const sent: string[][] = [];
  const stopping = new AbortController();
  const result = await upload({
    kind: kindOf(sent),
    file: readCsv("id,account\n1,a\n2,a\n3,a\n"),
    mapping: ["uniqueId", "account"],
    signal: stopping.signal,
    onProgress: () => stopping.abort(),
  });
  expect(sent).toEqual([["1", "2"]]);
  expect(result.done).toBe(2);
});
