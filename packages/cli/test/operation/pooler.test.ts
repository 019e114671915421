import {
  createTestDatabase,
  isPgBouncerInstalled,
  type PgBouncer,
  startPgBouncer,
  type TestDatabase,
} from "@counterfoil/testkit/postgres";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { finished, runCommand } from "../running-command.ts";
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

test.skipIf(!isPgBouncerInstalled).each([
  ["transaction", [SERVE, ["worker"], ["migrate"], ["bill", "run"], ["verify"], ["start", "--port", "0"]]],
  ["statement", [SERVE]],
] as const)("every command rejects PgBouncer in %s mode, and says what to set (R-OPS-1)", async (mode, commands) => {
  bouncer = await pooled(mode, "ignore_startup_parameters = options");
  for (const words of commands) {
    const { code, output } = await finished(words, { DATABASE_URL: bouncer.through(database.ownerUrl) });
    expect([words, code]).toEqual([words, 1]);
    expect(output).toContain("is a connection pooler in transaction or statement mode");
    expect(output).toContain("Set DATABASE_URL to the address of PostgreSQL itself");
  }
});

test.skipIf(!isPgBouncerInstalled)("also checks a role's own URL, and names its variable", async () => {
  bouncer = await pooled("transaction");
  for (const [name, url] of Object.entries({
    DATABASE_APP_URL: database.appUrl,
    DATABASE_PEOPLE_URL: database.peopleUrl,
  })) {
    const settings = { DATABASE_URL: database.ownerUrl, [name]: bouncer.through(url) };
    const { code, output } = await finished(["serve", "--port", "0"], settings);
    expect([code, output]).toEqual([1, expect.stringContaining(`Set ${name} to the address of PostgreSQL itself`)]);
  }
});

test.skipIf(!isPgBouncerInstalled)(
  "explains how to configure a session-mode pooler that rejects our settings",
  async () => {
    bouncer = await pooled("session");
    const { code, output } = await finished(["worker"], { DATABASE_URL: bouncer.through(database.ownerUrl) });
    expect([code, output]).toEqual([1, expect.stringContaining("ignore_startup_parameters = options")]);
  },
);

test.skipIf(!isPgBouncerInstalled)(
  "readiness reports a change of the pooler's mode while the platform runs (R-OPS-4)",
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
      await expect.poll(ready, { timeout: 10_000 }).toEqual([503, "pooled by transaction"]);
      await bouncer.setMode("session");
      await expect.poll(ready, { timeout: 10_000 }).toEqual([200, "ok"]);
    } finally {
      serving.process.kill("SIGKILL");
      await serving.ended;
    }
  },
);
