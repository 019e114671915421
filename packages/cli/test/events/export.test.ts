import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventLine, importFixture, type ImportFixture } from "./import-fixture.ts";

let fixture: ImportFixture;
let acme: string;
beforeAll(async () => {
  fixture = await importFixture();
  acme = await fixture.organization("Acme");
  const lines = [
    // More than one page of 5,000.
    ...Array.from({ length: 7_000 }, (_, n) => eventLine(n)),
    eventLine(7_000, { number: 5, text: "5", long: "12345678901234567890.5", true: "true", yes: true, empty: "" }),
    eventLine(7_001, { 'a "name", quoted': "one\r\ntwo", "properties.x": " spaced ", " ": -1e-7, ü: "😀" }),
    '{"uniqueId":"digits","account":"other","eventName":"sale","timestamp":"2026-02-01T00:00:00.25Z","properties":{"n":12345678901234567890.123456789,"big":1e21}}',
    '{"uniqueId":"a,\\"b\\"","account":"o\\nther","eventName":"sale","timestamp":"2026-02-01T00:00:00Z"}',
  ];
  const path = await fixture.file("all.ndjson", lines.join("\n"));
  await fixture.run("events", "import", path, "--organization", acme);
  expect(await fixture.stored(acme)).toHaveLength(7_004);
});
afterAll(() => fixture.end());

function exportEvents(...options: string[]) {
  return fixture.run("events", "export", "--organization", acme, ...options);
}

test.each([{ words: ["--format", "ndjson", "--gzip"] }, { words: ["--format", "csv"] }])(
  "an export with $words can be imported into another organization without loss (R-EVT-6)",
  async ({ words }) => {
    const output = `${fixture.folder}/export`;
    expect(await exportEvents(...words, "--output", output)).toMatchObject({ code: 0 });
    const other = await fixture.organization("Other");
    const { output: said } = await fixture.run("events", "import", output, "--organization", other, "--json");
    expect(said).toContain('{"events":7004,"ingested":7004,"duplicates":0,"rejected":0,');
    // Equal hashes mean equal contents: a string and a number with the same digits have different ones.
    expect(await fixture.stored(other)).toEqual(await fixture.stored(acme));
    // Its own organization already has all of them.
    const { output: again } = await fixture.run("events", "import", output, "--organization", acme, "--json");
    expect(again).toContain('{"events":7004,"ingested":0,"duplicates":7004,"rejected":0,');
  },
);

test("selects events by name and by time, excluding the end", async () => {
  const sales = await exportEvents("--event-name", "sale");
  expect(sales.output.split("\n").filter((line) => line.startsWith("{"))).toEqual([
    '{"uniqueId":"digits","account":"other","eventName":"sale","timestamp":"2026-02-01T00:00:00.250Z","properties":{"big":1000000000000000000000,"n":12345678901234567890.123456789}}',
    '{"uniqueId":"a,\\"b\\"","account":"o\\nther","eventName":"sale","timestamp":"2026-02-01T00:00:00.000Z","properties":{}}',
  ]);
  const output = `${fixture.folder}/minute.csv`;
  // The second minute of the year: events 60 to 119.
  await exportEvents("--from", "2026-01-01T00:01Z", "--to", "2026-01-01T00:02Z", "--format", "csv", "--output", output);
  const rows = (await readFile(output, "utf8")).trimEnd().split("\n");
  expect(rows[0]).toBe("uniqueId,account,eventName,timestamp,properties.calls");
  expect(rows).toHaveLength(61);
  expect(rows[1]).toBe("event-000060,acme,api.requests,2026-01-01T00:01:00.000Z,60");
});

test("rejects an unknown account, an invalid time and a missing folder, and leaves no file", async () => {
  expect(await exportEvents("--account", "acme")).toMatchObject({
    code: 1,
    output: expect.stringMatching(/There is no account "acme"/),
  });
  expect(await exportEvents("--from", "yesterday")).toMatchObject({
    code: 1,
    output: expect.stringMatching(/from must be a date/),
  });
  expect(await exportEvents("--output", `${fixture.folder}/none/file`)).toMatchObject({
    code: 1,
    output: expect.stringMatching(/The export cannot be written: ENOENT/),
  });
});
