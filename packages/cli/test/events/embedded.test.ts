import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTestDatabase } from "@counterfoil/testkit/postgres";
import { afterEach, beforeEach, expect, test } from "vitest";
import { finished, type RunningStart, startOn, temporaryFolder } from "../running-command.ts";
import { eventLine } from "./import-fixture.ts";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let running: RunningStart | undefined;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(async () => {
  await running?.kill();
  running = undefined;
  await folder.remove();
});

test("import, export and doctor work on the database of a start that runs, and on it alone when it does not", async () => {
  const data = join(folder.path, "data");
  const file = join(folder.path, "events.ndjson");
  const output = join(folder.path, "exported.ndjson");
  await writeFile(file, [eventLine(0), eventLine(1), eventLine(2)].join("\n"));

  running = await startOn(data);
  const words = ["events", "import", file, "--data", data];
  const first = await finished(words);
  expect(first.output).toContain(`Uses the database of ${running.started.url}, in ${data}`);
  expect(first.output).toContain("3 events ingested, 0 duplicates");
  expect(first.code).toBe(0);
  // The API of the start sees them at once.
  expect(await running.get("/events/event-000001")).toMatchObject({ status: 200, body: { uniqueId: "event-000001" } });
  expect(await finished(["doctor", "--usage", "--data", data])).toMatchObject({
    code: 0,
    output: expect.stringMatching(/The totals are what the events come to\./),
  });
  expect(await running.stop()).toBe(0);

  // Nothing runs: the database is started for as long as the command takes.
  const again = await finished(words);
  expect(again.output).toContain(`Starts the database in ${data} for as long as this takes`);
  expect(again.output).toContain("0 events ingested, 3 duplicates");
  expect(await finished(["events", "export", "--data", data, "--output", output])).toMatchObject({ code: 0 });
  expect((await readFile(output, "utf8")).trimEnd().split("\n")).toHaveLength(3);

  running = await startOn(data);
  expect(await running.get("/events/event-000002")).toMatchObject({ status: 200 });
});

test("A folder without a database gets none from a command: it says how one is made", async () => {
  const data = join(folder.path, "nothing");
  const { code, output } = await finished(["doctor", "--usage", "--data", data]);
  expect(output).toMatch(/^There is no database in .*nothing yet: "npm start" makes one\./);
  expect(output).toMatch(/DATABASE_URL/);
  expect(code).toBe(1);
  await expect(readFile(join(data, "postgres.json"))).rejects.toThrow(/ENOENT/);
});

test("A start on a server of yours is not taken for one on the folder's own database", async () => {
  const data = join(folder.path, "data");
  const database = await createTestDatabase();
  try {
    running = await startOn(data, ["--empty"], { DATABASE_URL: database.ownerUrl });
    const { code, output } = await finished(["doctor", "--usage", "--data", data]);
    expect(output).toMatch(/^What runs at http.* has a database server of its own: set DATABASE_URL/);
    expect(code).toBe(1);
    expect(await running.stop()).toBe(0);
  } finally {
    await database.drop();
  }
});
