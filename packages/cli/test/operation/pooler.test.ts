import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  createTestDatabase,
  isPgBouncerInstalled,
  type PgBouncer,
  startPgBouncer,
  type TestDatabase,
} from "@counterfoil/testkit/postgres";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { finished, runCommand, temporaryFolder } from "../running-command.ts";
import { said } from "./serving.ts";

let database: TestDatabase;
let bouncer: PgBouncer | undefined;
beforeAll(async () => void (database = await createTestDatabase()));
afterEach(async () => {
  await bouncer?.stop();
  bouncer = undefined;
});
afterAll(() => database.drop());

const pooled = (mode: "session" | "transaction" | "statement", ...settings: string[]) =>
  startPgBouncer({ mode, urls: [database.ownerUrl, database.appUrl, database.peopleUrl], settings });

const SERVE = ["serve", "--port", "0"];

test.skipIf(!isPgBouncerInstalled)(
  "every command rejects PgBouncer in statement mode, and says what to set (R-OPS-1)",
  async () => {
    bouncer = await pooled("statement", "ignore_startup_parameters = options");
    for (const words of [SERVE, ["worker"], ["migrate"], ["bill", "run"], ["verify"], ["start", "--port", "0"]]) {
      const { code, output } = await finished(words, { DATABASE_URL: bouncer.through(database.ownerUrl) });
      expect([words, code]).toEqual([words, 1]);
      expect(output).toContain("is a connection pooler in statement mode");
      expect(output).toContain("Set pool_mode = transaction");
      expect(output).toContain("or set DATABASE_URL to the address of PostgreSQL itself");
    }
  },
);

test.skipIf(!isPgBouncerInstalled)("also checks a role's own URL, and names its variable", async () => {
  bouncer = await pooled("statement", "ignore_startup_parameters = options");
  for (const [name, url] of Object.entries({
    DATABASE_APP_URL: database.appUrl,
    DATABASE_PEOPLE_URL: database.peopleUrl,
  })) {
    const settings = { DATABASE_URL: database.ownerUrl, [name]: bouncer.through(url) };
    const { code, output } = await finished(["serve", "--port", "0"], settings);
    expect([code, output]).toEqual([1, expect.stringContaining(`or set ${name} to the address of PostgreSQL itself`)]);
  }
});

test.skipIf(!isPgBouncerInstalled).each(["session", "transaction"] as const)(
  "explains how to configure a pooler in %s mode that rejects our settings",
  async (mode) => {
    bouncer = await pooled(mode);
    const { code, output } = await finished(["worker"], { DATABASE_URL: bouncer.through(database.ownerUrl) });
    expect([code, output]).toEqual([1, expect.stringContaining("ignore_startup_parameters = options")]);
  },
);

test.skipIf(!isPgBouncerInstalled)(
  "commands that keep a session reject PgBouncer in transaction mode without a direct address (R-HA-2)",
  async () => {
    bouncer = await pooled("transaction", "ignore_startup_parameters = options");
    const settings = { DATABASE_URL: bouncer.through(database.ownerUrl) };
    const made = await finished(["org", "create", "--name", "Imports", "--json"], settings);
    expect(made.code).toBe(0);
    const folder = await temporaryFolder();
    const file = join(folder.path, "events.ndjson");
    await writeFile(
      file,
      `${JSON.stringify({ uniqueId: "1", account: "a", eventName: "call", timestamp: "2026-01-01T00:00:00Z", properties: {} })}\n`,
    );
    const words = ["events", "import", file];
    const refused = await finished(words, settings);
    expect([refused.code, refused.output]).toEqual([1, expect.stringContaining("Set DATABASE_DIRECT_URL")]);
    const direct = await finished(words, { ...settings, DATABASE_DIRECT_URL: database.ownerUrl });
    expect([direct.code, direct.output]).toEqual([0, expect.stringContaining("1")]);
    await folder.remove();
  },
);

test.skipIf(!isPgBouncerInstalled)(
  "readiness reports a change to statement mode while the platform runs, and nothing else does (R-OPS-4, R-HA-2)",
  async () => {
    bouncer = await pooled("session", "ignore_startup_parameters = options");
    const serving = runCommand(["serve", "--port", "0"], {
      DATABASE_URL: bouncer.through(database.ownerUrl),
      COUNTERFOIL_SECRET: "s".repeat(32),
    });
    try {
      const url = await said(serving, /Counterfoil is listening at (\S+)/);
      const ready = async () => {
        const answer = await fetch(`${url}/health/ready`);
        const { checks } = (await answer.json()) as { checks: { database: string } };
        return [answer.status, checks.database];
      };
      await expect.poll(ready, { timeout: 10_000 }).toEqual([200, "ok"]);
      await bouncer.setMode("transaction");
      expect(await ready()).toEqual([200, "ok"]);
      await bouncer.setMode("statement");
      await expect.poll(ready, { timeout: 10_000 }).toEqual([503, "pooled by statement"]);
      await bouncer.setMode("transaction");
      await expect.poll(ready, { timeout: 10_000 }).toEqual([200, "ok"]);
    } finally {
      serving.process.kill("SIGKILL");
      await serving.ended;
    }
  },
);
