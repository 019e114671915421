import { type AddressInfo, createServer } from "node:net";
import { createTestDatabase, type TestDatabase } from "@counterfoil/testkit/postgres";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asOwner } from "../../src/platform/owner-connection.ts";
import { finished } from "../running-command.ts";

// R-DIST-3: doctor --installation on a real server, with real faults.

let database: TestDatabase;
const smtp = new SMTPServer();
beforeAll(async () => {
  database = await createTestDatabase();
  await new Promise<void>((resolve) => smtp.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  await new Promise<void>((resolve) => smtp.close(resolve));
  await database.drop();
});

const STRONG = "kV7m2Qx9Lr4Tz8Wb1Yc6Nd3Hf5Jg0Ps!";

async function findings(environment: Record<string, string>) {
  const { code, output } = await finished(["doctor", "--installation", "--json"], {
    DATABASE_URL: database.ownerUrl,
    COUNTERFOIL_SECRET: STRONG,
    ...environment,
  });
  const line = output.split("\n").find((one) => one.startsWith('{"findings"')) ?? output;
  const list = (JSON.parse(line) as { findings: { check: string; status: string; found: string }[] }).findings;
  return { code, of: Object.fromEntries(list.map(({ check, ...finding }) => [check, finding])) };
}

test("finds settings that lose data, and a mail server that greets", async () => {
  const { port } = smtp.server.address() as AddressInfo;
  const { code, of } = await findings({ SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: "billing@example.com" });
  // The test server runs without fsync, so this fault is real.
  expect(of["Durability"]).toMatchObject({ status: "fault", found: expect.stringContaining("fsync") as string });
  expect(of["Mail"]).toMatchObject({ status: "ok" });
  expect(of["Migrations"]).toMatchObject({ status: "ok" });
  expect(of["Clock"]).toMatchObject({ status: "ok" });
  expect(of["Secret"]).toMatchObject({ status: "ok" });
  expect(code).toBe(1);
});

test("finds a missing migration, a weak secret, and a mail port that does not greet", async () => {
  const silent = createServer((socket) => socket.end());
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  await asOwner(database.ownerUrl, (owner) =>
    owner.rows("delete from schema_migration where file = (select max(file) from schema_migration)"),
  );
  const { port } = silent.address() as AddressInfo;
  const { of } = await findings({
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_FROM: "billing@example.com",
    COUNTERFOIL_SECRET: "s".repeat(40),
  });
  silent.close();
  expect(of["Migrations"]).toMatchObject({ status: "fault", found: "1 pending" });
  expect(of["Secret"]).toMatchObject({ status: "fault", found: "40 characters, but only 1 different ones" });
  expect(of["Mail"]).toMatchObject({ status: "fault", found: expect.stringContaining("closed without") as string });
});

test("reports an unreachable database as one fault, and still checks the rest", async () => {
  const { code, of } = await findings({ DATABASE_URL: "postgres://u:hush@127.0.0.1:1/x" });
  expect(of["PostgreSQL"]).toMatchObject({ status: "fault" });
  expect(of["Secret"]).toMatchObject({ status: "ok" });
  expect(code).toBe(1);
});
