import { access } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventLine, importFixture, type ImportFixture } from "./import-fixture.ts";

let fixture: ImportFixture;
beforeAll(async () => {
  fixture = await importFixture();
});
afterAll(() => fixture.end());

/** Imports a file into a new organization. */
async function importFile(name: string, content: string | Buffer, ...options: string[]) {
  const path = await fixture.file(name, content);
  const organization = await fixture.organization(name);
  const words = ["events", "import", path, "--organization", organization, ...options];
  const { code, output } = await fixture.run(...words);
  return { code, output, path, organization, words, stored: await fixture.stored(organization) };
}

test("lists invalid NDJSON lines by line number and imports the rest; a second import finds duplicates (R-EVT-6)", async () => {
  const lines = [
    eventLine(1),
    "",
    "not json",
    eventLine(2),
    '{"uniqueId":"x","account":"acme","eventName":"e","properties":{"big":12345678901234567890.5},"color":"red"}',
    eventLine(1, { calls: 2 }),
    '["an array"]',
    '{"uniqueId":"y","account":"acme","eventName":"e","timestamp":"2026-01-31"}',
  ];
  const bytes = Buffer.concat([Buffer.from(`${lines.join("\r\n")}\n`), Buffer.from([0x7b, 0xff, 0x7d])]);
  const { code, output, path, words, stored } = await importFile("bad.ndjson", bytes);
  expect(code).toBe(3);
  expect(output).toMatch(/^2 events ingested, 0 duplicates\n6 rejected, listed in .*bad\.ndjson\.rejects\.ndjson$/m);
  expect(stored.map(({ uniqueId }) => uniqueId)).toEqual(["event-000001", "event-000002"]);
  const rejects = await fixture.rejects(`${path}.rejects.ndjson`);
  expect(rejects.map(({ line, code: why }) => [line, why])).toEqual([
    [3, "malformed_json"],
    [5, "unknown_member"],
    [6, "event_conflict"],
    [7, "wrong_type"],
    [8, "wrong_format"],
    [9, "malformed_utf8"],
  ]);
  expect(rejects[0]).toMatchObject({ event: "not json" });
  expect(rejects[2]).toMatchObject({ event: JSON.parse(lines[5]!) as unknown });

  const again = await fixture.run(...words, "--json");
  expect(again.output).toContain('{"events":8,"ingested":0,"duplicates":2,"rejected":6,');
  expect(await fixture.rejects(`${path}.rejects.ndjson`)).toEqual(rejects);
});

test("imports CSV with a byte order mark, quotes, line breaks in cells, empty cells and long numbers", async () => {
  const csv = [
    "\ufeffuniqueId,account,eventName,timestamp,properties.amount,note,flag,code",
    'a,acme,sale,2026-01-31T08:00:00Z,12345678901234567890.10,"said ""yes"", twice',
    'over",true,007',
    'b,acme,sale,2026-01-31T09:00:00+01:00,"12.50",,"true",""',
    "c,acme,sale,2026-01-31T10:00:00Z,-0.25,1e5,FALSE,1.0",
  ].join("\r\n");
  const { code, stored } = await importFile("mixed.csv", csv);
  expect(code).toBe(0);
  expect(stored.map(({ timestamp }) => timestamp.slice(11, 19))).toEqual(["08:00:00", "08:00:00", "10:00:00"]);
  const [a, b, c] = stored.map(({ properties }) => properties);
  // Long numbers keep their digits; 007 is a string.
  expect(a).toContain('"amount": 12345678901234567890.1');
  expect(JSON.parse(a!)).toMatchObject({ note: 'said "yes", twice\r\nover', flag: true, code: "007" });
  // A quoted value is a string, and an empty cell omits the property.
  expect(JSON.parse(b!)).toEqual({ amount: "12.50", flag: "true", code: "" });
  expect(JSON.parse(c!)).toEqual({ amount: -0.25, note: "1e5", flag: "FALSE", code: 1 });
});

test("lists invalid CSV rows by their first line, and rejects can be sent again", async () => {
  const csv = [
    "uniqueId,customer,eventName,n",
    'a,acme,sale,"two\nlines"',
    "b,acme,sale",
    'c,acme,sale,"1"2',
    'd,acme,sale,5" pipe',
    ",acme,sale,12345678901234567890",
    "e,acme,sale,1",
  ].join("\n");
  const { code, path, stored } = await importFile("rows.csv", csv, "--map", "account=customer");
  expect(code).toBe(3);
  expect(stored.map(({ uniqueId }) => uniqueId)).toEqual(["a", "e"]);
  const rejects = await fixture.rejects(`${path}.rejects.ndjson`);
  expect(rejects.map(({ line, code: why }) => [line, why])).toEqual([
    [4, "wrong_cell_count"],
    [5, "malformed_csv"],
    [6, "malformed_csv"],
    [7, "required"],
  ]);
  expect(rejects[3]).toMatchObject({ event: { account: "acme", eventName: "sale" } });
});

test("detects gzip by the content, also with several members", async () => {
  const members = [0, 1, 2].map((part) => gzipSync(`${eventLine(part)}\n`));
  const { code, stored } = await importFile("packed.ndjson", Buffer.concat(members));
  expect([code, stored.length]).toEqual([0, 3]);
});

test("imports the complete lines of a truncated gzip file, and reports the truncation", async () => {
  // Random digits compress poorly, so that the cut comes after many lines.
  const lines = Array.from({ length: 5_000 }, (_, n) => eventLine(n, { hash: String((n * 7_919_317) % 10_000_019) }));
  const packed = gzipSync(lines.join("\n"));
  const { code, output, path, words, stored } = await importFile(
    "half.ndjson.gz",
    packed.subarray(0, packed.length / 2),
  );
  expect(code).toBe(1);
  expect(output).toContain("The gzip file is truncated: it was not copied completely.");
  expect(stored.length).toBeGreaterThan(1_000);
  expect(stored.length).toBeLessThan(4_000);
  await expect(access(`${path}.rejects.ndjson`)).rejects.toThrow(/ENOENT/);

  await fixture.file("half.ndjson.gz", packed);
  const whole = await fixture.run(...words);
  expect(whole.output).toContain("the file has changed since its import was interrupted");
  expect(whole.output).toContain(`${(5_000 - stored.length).toLocaleString("en-US")} events ingested`);
});

test("an empty file succeeds without events", async () => {
  const { code, output } = await importFile("empty.csv", "");
  expect(output).toMatch(/^0 events ingested, 0 duplicates\n0 rejected$/m);
  expect(code).toBe(0);
});

test("the first of several lines with the same ID counts, although slices are stored in parallel", async () => {
  // 8 slices of 1,000, each with the same ID once; the first one has calls 0.
  const lines = Array.from({ length: 8_000 }, (_, n) =>
    n % 1_000 === 500 ? eventLine(9_999, { calls: Math.floor(n / 1_000) }) : eventLine(n),
  );
  const { path, stored } = await importFile("conflicts.ndjson", lines.join("\n"));
  expect(stored.find(({ uniqueId }) => uniqueId === "event-009999")?.properties).toBe('{"calls": 0}');
  const rejects = await fixture.rejects(`${path}.rejects.ndjson`);
  expect(rejects.map(({ line }) => line)).toEqual([1_501, 2_501, 3_501, 4_501, 5_501, 6_501, 7_501]);
});

test("reads standard input, and writes rejects to the given file", async () => {
  const organization = await fixture.organization("Input");
  const rejects = `${fixture.folder}/input.rejects`;
  const input = Buffer.from(`${eventLine(1)}\nno event\n`);
  const words = ["events", "import", "-", "--organization", organization, "--rejects", rejects];
  const { code } = await fixture.runWithInput(input, ...words);
  expect(code).toBe(3);
  expect(await fixture.stored(organization)).toHaveLength(1);
  expect(await fixture.rejects(rejects)).toMatchObject([{ line: 2, event: "no event" }]);
});

test("a dry run lists rejects and stores nothing", async () => {
  const lines = [eventLine(1), eventLine(2).replace("2026-01-01", "2999-01-01"), "{}"];
  const { code, output, path, stored } = await importFile("dry.ndjson", lines.join("\n"), "--dry-run");
  expect(code).toBe(3);
  expect(stored).toEqual([]);
  expect(output).toMatch(/^1 events valid, 1 of them for unknown accounts\n2 rejected/m);
  const rejects = await fixture.rejects(`${path}.dry-run.rejects.ndjson`);
  expect(rejects.map(({ code: why }) => why)).toEqual(["timestamp_too_far_ahead", "required"]);
});

test("rejects --map for NDJSON", async () => {
  const { code, output, stored } = await importFile("map.ndjson", eventLine(1), "--map", "account=customer");
  expect(output).toMatch(/--map works only with CSV, but this file is NDJSON/);
  expect([code, stored.length]).toEqual([2, 0]);
});

test.each([
  ["array.json", '[{"uniqueId":"a"}]', /The file is one JSON array/, 1],
  ["utf16.csv", Buffer.from("\ufeffuniqueId,account\n", "utf16le"), /utf16\.csv is UTF-16\. Save it as UTF-8/, 1],
  ["semicolon.csv", "uniqueId;account;eventName\na;b;c\n", /Columns are separated by commas/, 2],
  ["open.csv", 'uniqueId,account,eventName\na,acme,"x\nb,acme,x\n', /Line 2: a quote is opened but not closed/, 1],
])("rejects %s with a clear message", async (name, content, reason, exitCode) => {
  const { code, output, stored } = await importFile(name, content);
  expect(output).toMatch(reason);
  expect(code).toBe(exitCode);
  expect(stored).toEqual([]);
});

test("rejects a missing file, a folder, and a command without a file", async () => {
  const missing = await fixture.run("events", "import", `${fixture.folder}/nothing.csv`);
  expect(missing).toMatchObject({ code: 2, output: expect.stringMatching(/^File not found: .*nothing\.csv\.$/m) });
  const folder = await fixture.run("events", "import", fixture.folder);
  expect(folder).toMatchObject({ code: 2, output: expect.stringMatching(/is a folder\. Name a file/) });
  const none = await fixture.run("events", "import");
  expect(none).toMatchObject({ code: 2, output: expect.stringMatching(/^Name the file to import/) });
  const two = await fixture.run("events", "import", "a", "b");
  expect(two).toMatchObject({ code: 2, output: expect.stringMatching(/^Expected one FILE, got 2\./) });
});
