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

test("import, export and doctor use the database of a running start, and start it if none runs", async () => {
  const data = join(folder.path, "data");
  const file = join(folder.path, "events.ndjson");
  const output = join(folder.path, "exported.ndjson");
  await writeFile(file, [eventLine(0), eventLine(1), eventLine(2)].join("\n"));

  running = await startOn(data);
  const words = ["events", "import", file, "--data", data];
  const first = await finished(words);
  expect(first.output).toContain(`Using the database of ${running.started.url}, in ${data}`);
  expect(first.output).toContain("3 events ingested, 0 duplicates");
  expect(first.code).toBe(0);
  // The API sees them immediately.
  expect(await running.get("/events/event-000001")).toMatchObject({ status: 200, body: { uniqueId: "event-000001" } });
  expect(await finished(["doctor", "--usage", "--data", data])).toMatchObject({
    code: 0,
    output: expect.stringMatching(/Usage totals match the events\./),
  });
  expect(await running.stop()).toBe(0);

  // Without a start, the database runs only during the command.
  const again = await finished(words);
  expect(again.output).toContain(`Starting the database in ${data} for this command`);
  expect(again.output).toContain("0 events ingested, 3 duplicates");
  expect(await finished(["events", "export", "--data", data, "--output", output])).toMatchObject({ code: 0 });
  expect((await readFile(output, "utf8")).trimEnd().split("\n")).toHaveLength(3);

  running = await startOn(data);
  expect(await running.get("/events/event-000002")).toMatchObject({ status: 200 });
});

test("a command creates no database in an empty folder, and says how to create one", async () => {
  const data = join(folder.path, "nothing");
  const { code, output } = await finished(["doctor", "--usage", "--data", data]);
  expect(output).toMatch(
    /^There is no database in .*nothing yet\. Run "(?:npm start|npx counterfoil start)" to create one,/,
  );
  expect(output).toMatch(/DATABASE_URL/);
  expect(code).toBe(1);
  await expect(readFile(join(data, "postgres.json"))).rejects.toThrow(/ENOENT/);
});

test("a start with DATABASE_URL is not mistaken for one with the embedded database", async () => {
  const data = join(folder.path, "data");
  const database = await createTestDatabase();
  try {
    running = await startOn(data, ["--empty"], { DATABASE_URL: database.ownerUrl });
    const { code, output } = await finished(["doctor", "--usage", "--data", data]);
    expect(output).toMatch(/^The server at http.* uses an external database\. Set DATABASE_URL/);
    expect(code).toBe(1);
    expect(await running.stop()).toBe(0);
  } finally {
    await database.drop();
  }
});
