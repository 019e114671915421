import { copyFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RunningCommand } from "../running-command.ts";
import { eventLine, importFixture, type ImportFixture } from "./import-fixture.ts";

let fixture: ImportFixture;
beforeAll(async () => {
  fixture = await importFixture();
});
afterAll(() => fixture.end());

const EVENTS = 40_000;

/** Resolves when the import has reported progress. */
async function underWay(command: RunningCommand): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    command.process.stderr?.on("data", () => command.output().includes("%") && resolve());
    void command.ended.then(() => reject(new Error(command.output())));
  });
}

test("a second import of the same file is rejected with the name of the first; other imports run in parallel", async () => {
  const organization = await fixture.organization("Twice");
  const other = await fixture.organization("Parallel");
  const content = Array.from({ length: EVENTS }, (_, n) => eventLine(n)).join("\n");
  const path = await fixture.file("twice.ndjson", content);
  const words = ["events", "import", path, "--organization", organization, "--json"];
  const first = fixture.start(...words);
  await underWay(first);
  // Paused, so that it keeps running during the test.
  first.process.kill("SIGSTOP");

  const second = await fixture.run(...words);
  expect(second.output).toMatch(
    new RegExp(
      `^twice\\.ndjson is already being imported into this organization \\(import, process ${first.process.pid} on .*, ` +
        "since \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d UTC\\)\\. Nothing was changed\\.",
      "m",
    ),
  );
  expect(second.code).toBe(1);

  // A copy with another name is still the same file.
  await mkdir(join(fixture.folder, "copy"));
  const copy = join(fixture.folder, "copy", "renamed.ndjson");
  await copyFile(path, copy);
  const renamed = await fixture.run("events", "import", copy, "--organization", organization);
  expect(renamed.output).toMatch(/^renamed\.ndjson is already being imported into this organization/m);

  // Another organization may import it, but not with the same rejects file.
  const elsewhere = ["events", "import", path, "--organization", other];
  const clash = await fixture.run(...elsewhere);
  expect(clash.output).toMatch(
    /^A running import writes its rejects to .*twice\.ndjson\.rejects\.ndjson \(import, process/m,
  );
  const apart = await fixture.run(...elsewhere, "--rejects", join(fixture.folder, "parallel.rejects.ndjson"));
  expect(apart.output).toContain("40,000 events ingested, 0 duplicates");
  expect(await fixture.run(...words, "--dry-run")).toMatchObject({ code: 0 });

  first.process.kill("SIGCONT");
  expect(await first.ended).toBe(0);
  expect(first.output()).toContain('"events":40000,"ingested":40000,"duplicates":0');
  // The lock is free again.
  expect((await fixture.run(...words)).output).toContain('"ingested":0,"duplicates":40000');
}, 180_000);
