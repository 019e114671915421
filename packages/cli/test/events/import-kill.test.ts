import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RunningCommand } from "../running-command.ts";
import { eventLine, importFixture, type ImportFixture } from "./import-fixture.ts";

let fixture: ImportFixture;
beforeAll(async () => {
  fixture = await importFixture();
});
afterAll(() => fixture.end());

const EVENTS = 60_000;
/** Every 997th line is invalid, so that rejects are spread over the whole file: floor(59,999 / 997) + 1 = 61. */
const isBad = (n: number) => n % 997 === 0;
const BAD = Array.from({ length: EVENTS }, (_, n) => n).filter(isBad);

/** Waits for a condition while the import runs. */
async function until(command: RunningCommand, happens: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await happens())) {
    if (command.process.exitCode !== null) throw new Error(`The import ended:\n${command.output()}`);
    await sleep(5);
  }
}

/** Kills the import after it has passed the line, and returns the line from which it will resume. */
async function killBeyond(line: number, command: RunningCommand, standingPath: string): Promise<number> {
  const keptLine = async () => {
    const standing = await readFile(standingPath, "utf8").catch(() => "{}");
    return (JSON.parse(standing) as { line?: number }).line ?? 1;
  };
  await until(command, async () => (await keptLine()) > line);
  command.process.kill("SIGKILL");
  await command.ended;
  return keptLine();
}

const ndjson = Array.from({ length: EVENTS }, (_, n) => (isBad(n) ? `{"uniqueId":"bad-${n}"}` : eventLine(n)));
const csv = Array.from({ length: EVENTS }, (_, n) =>
  isBad(n)
    ? `bad-${n},acme`
    : `event-${String(n).padStart(6, "0")},acme,api.requests,2026-01-01T00:00:00Z,"two\nlines"`,
);

test.each([
  { name: "events.ndjson", content: `${ndjson.join("\n")}\n`, lineOf: (n: number) => n + 1, packed: false },
  // The header is line 1. Each valid row takes two lines, each invalid row one.
  {
    name: "events.csv.gz",
    content: `uniqueId,account,eventName,timestamp,note\n${csv.join("\n")}\n`,
    lineOf: (n: number) => 2 + 2 * n - BAD.filter((bad) => bad < n).length,
    packed: true,
  },
])(
  "a killed import of $name resumes: every event once, every reject once (R-EVT-6)",
  async ({ name, content, lineOf, packed }) => {
    const organization = await fixture.organization(name);
    const path = await fixture.file(name, packed ? gzipSync(content) : content);
    const standingPath = `${fixture.folder}/.${name}.import.json`;
    const words = ["events", "import", path, "--organization", organization, "--json"];
    const first = await killBeyond(1, fixture.start(...words), standingPath);
    await killBeyond(first, fixture.start(...words), standingPath);
    const { code, output } = await fixture.run(...words);
    expect(output).toMatch(/^Resuming at line \d+, where the last run stopped\.$/m);
    expect(code).toBe(3);
    const figures = JSON.parse(output.trim().split("\n").at(-1) ?? "") as Record<string, number>;
    expect(figures).toMatchObject({ events: EVENTS, rejected: BAD.length, complete: true });
    // Lines that were stored but not yet reported when the import was killed return as duplicates.
    expect((figures["ingested"] ?? 0) + (figures["duplicates"] ?? 0)).toBe(EVENTS - BAD.length);

    const stored = await fixture.stored(organization);
    expect(stored.map(({ uniqueId }) => uniqueId)).toEqual(
      Array.from({ length: EVENTS }, (_, n) => n)
        .filter((n) => !isBad(n))
        .map((n) => `event-${String(n).padStart(6, "0")}`),
    );
    const rejects = await fixture.rejects(`${path}.rejects.ndjson`);
    expect(rejects.map((reject) => reject["line"])).toEqual(BAD.map(lineOf));
    await expect(readFile(standingPath)).rejects.toThrow(/ENOENT/);
  },
  180_000,
);

test("an import starts over, and says so, if the file has changed since it was killed", async () => {
  const organization = await fixture.organization("Changed");
  const lines = Array.from({ length: 30_000 }, (_, n) => eventLine(n));
  const path = await fixture.file("changed.ndjson", [eventLine(30_000), "no event", ...lines].join("\n"));
  const words = ["events", "import", path, "--organization", organization];
  await killBeyond(1, fixture.start(...words), `${fixture.folder}/.changed.ndjson.import.json`);

  await fixture.file("changed.ndjson", [eventLine(30_000), ...lines].join("\n"));
  const { code, output } = await fixture.run(...words);
  expect(output).toMatch(/^Starting over: the file has changed since its import was interrupted\./m);
  expect(output).toMatch(/^0 rejected$/m);
  expect(code).toBe(0);
  expect(await fixture.stored(organization)).toHaveLength(30_001);
  // The reject was in the earlier version of the file.
  await expect(readFile(`${path}.rejects.ndjson`)).rejects.toThrow(/ENOENT/);
}, 120_000);

test("--from-start ignores the progress of a killed import, for a database that was restored since", async () => {
  const organization = await fixture.organization("Again");
  const lines = Array.from({ length: 20_000 }, (_, n) => eventLine(n));
  const path = await fixture.file("again.ndjson", lines.join("\n"));
  const words = ["events", "import", path, "--organization", organization, "--json"];
  await killBeyond(1, fixture.start(...words), `${fixture.folder}/.again.ndjson.import.json`);
  const { output } = await fixture.run(...words, "--from-start");
  expect(output).not.toMatch(/Goes on/);
  // All lines are sent again. Those stored before the kill are duplicates.
  expect(output).toMatch(/^\{"events":20000,"ingested":\d+,"duplicates":[1-9]\d*,"rejected":0,/m);
  expect(await fixture.stored(organization)).toHaveLength(20_000);
}, 120_000);

test("a stopped import settles its running slices, prints its position, and resumes there", async () => {
  const organization = await fixture.organization("Stopped");
  const lines = Array.from({ length: 60_000 }, (_, n) => eventLine(n));
  const path = await fixture.file("stopped.ndjson", lines.join("\n"));
  const words = ["events", "import", path, "--organization", organization];
  const command = fixture.start(...words);
  await until(command, () => command.output().includes("%"));
  command.process.kill("SIGINT");
  expect(await command.ended).toBe(130);
  const [, line] =
    /^Stopped before line (\d+)\. The same command continues from there\.$/m.exec(command.output()) ?? [];
  expect(await fixture.stored(organization)).toHaveLength(Number(line) - 1);

  const rest = await fixture.run(...words, "--json");
  expect(rest.output).toContain(`Resuming at line ${line},`);
  expect(rest.output).toMatch(/"events":60000,"ingested":60000,"duplicates":0/);
}, 120_000);

test("an import that lost its database resumes after the last committed slice", async () => {
  const organization = await fixture.organization("Lost");
  const lines = Array.from({ length: 60_000 }, (_, n) => (isBad(n) ? "no event" : eventLine(n)));
  const path = await fixture.file("lost.ndjson", [eventLine(60_000), ...lines].join("\n"));
  const words = ["events", "import", path, "--organization", organization];
  const command = fixture.start(...words);
  await until(command, () => command.output().includes("%"));
  await fixture.loseConnections();
  expect(await command.ended).toBe(1);
  expect(command.output()).toMatch(
    /The database is unavailable\. Settled events are kept\. Run the same command to resume at/,
  );

  const rest = await fixture.run(...words, "--json");
  expect(rest.output).toMatch(/^Resuming at line \d+,/m);
  expect(rest.output).toContain('"events":60001,');
  // 60,001 lines, 61 of which are invalid.
  expect(await fixture.stored(organization)).toHaveLength(59_940);
  expect(await fixture.rejects(`${path}.rejects.ndjson`)).toHaveLength(61);
}, 120_000);
