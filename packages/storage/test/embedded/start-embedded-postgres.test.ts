import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import { freePort, startEmbeddedPostgres, type EmbeddedPostgres } from "../../src/embedded/index.ts";
import { isAlive } from "../../src/embedded/process-identity.ts";
import { waitUntil } from "../../src/embedded/wait-until.ts";
import { ask, endHolder, holdServer, type HeldServer } from "./held-server.ts";

const isRoot = process.getuid?.() === 0;
const folders: string[] = [];
const held: HeldServer[] = [];
const started: EmbeddedPostgres[] = [];

/** A folder that every user can enter: as root, the server runs as another user. */
function openFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "counterfoil embedded "));
  chmodSync(folder, 0o755);
  folders.push(folder);
  return folder;
}

async function start(folder: string, options: { port?: number } = {}): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ folder, ...options });
  started.push(server);
  return server;
}

async function hold(folder: string, user?: { uid: number; gid: number }): Promise<HeldServer> {
  const server = await holdServer(folder, user);
  held.push(server);
  return server;
}

afterEach(async () => {
  for (const server of started.splice(0)) await server.stop();
  for (const server of held.splice(0)) {
    await endHolder(server, "SIGTERM");
    if (server.pid !== undefined) await waitUntil(() => !isAlive(server.pid), 20_000);
  }
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

describe("starting and stopping a server", () => {
  test("keeps its data, password and port after a restart", async () => {
    const folder = openFolder();
    const first = await start(folder);
    await ask(first.url, "create table kept (word text)", "insert into kept values ('still here')");
    await first.stop();
    expect(isAlive(first.pid)).toBe(false);
    const second = await start(folder);
    expect(second.url).toBe(first.url);
    expect(await ask(second.url, "select word from kept")).toEqual({ word: "still here" });
  });

  test("is durable, uses UTC and UTF-8, sorts by code point, and requires a scram password", async () => {
    const server = await start(openFolder());
    const row = await ask(
      server.url,
      `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as synchronous_commit,
        current_setting('timezone') as timezone, current_setting('server_encoding') as encoding,
        current_setting('listen_addresses') as listens, 'Z' < 'a' as by_code_point, lower('ÄΩ') as folded,
        (select rolpassword like 'SCRAM-SHA-256%' from pg_authid where rolname = current_user) as scram`,
    );
    expect(row).toEqual({
      fsync: "on",
      synchronous_commit: "on",
      timezone: "UTC",
      encoding: "UTF8",
      listens: "127.0.0.1",
      by_code_point: true,
      folded: "äω",
      scram: true,
    });
    await expect(ask(server.url.replace(/:[^:@]*@/, ":wrong@"), "select 1")).rejects.toThrow(/password/);
  });

  test("hides the password and the socket from other users of the machine", async () => {
    const folder = openFolder();
    await start(folder);
    expect(statSync(join(folder, "postgres.json")).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, "socket")).mode & 0o777).toBe(0o700);
  });

  test("accepts connections over its socket, and over TCP on request or if the path is too long for a socket", async () => {
    const over = "select inet_client_addr() is null as socket";
    const { url, stop } = await start(openFolder());
    expect(new URL(url)).toMatchObject({ hostname: "127.0.0.1", pathname: "/counterfoil" });
    expect(await ask(url, over)).toEqual({ socket: true });
    expect(await ask(url.replace(/\?.*/, ""), over)).toEqual({ socket: false });
    await stop();
    const long = await start(join(openFolder(), "a-folder-that-is-deep-down".repeat(4)));
    expect(await ask(long.url, over)).toEqual({ socket: false });
  });

  test("starts over when a crash left a half-finished data folder", async () => {
    const folder = openFolder();
    mkdirSync(join(folder, "postgres.making"));
    writeFileSync(join(folder, "postgres.making", "PG_VERSION"), "18\n");
    expect(await ask((await start(folder)).url, "select 1 as one")).toEqual({ one: 1 });
    expect(existsSync(join(folder, "postgres.making"))).toBe(false);
  });
});

describe("one server on a folder", () => {
  test("refuses a second start while the first runs, and names its process", async () => {
    const folder = openFolder();
    const first = await hold(folder);
    const second = await hold(folder);
    expect(second.refused).toContain(`Another process (${first.holder.pid}) already runs the database`);
    expect(await ask(first.url, "select 1 as one")).toEqual({ one: 1 });
  });

  test("of two concurrent starts on a new folder, one runs and the other is refused", async () => {
    const folder = openFolder();
    const both = await Promise.all([hold(folder), hold(folder)]);
    const [running, ...others] = both.filter((server) => server.refused === undefined);
    expect(others).toEqual([]);
    expect(both.filter((server) => server.refused?.includes("already runs"))).toHaveLength(1);
    expect(await ask(running?.url ?? "", "select 1 as one")).toEqual({ one: 1 });
  });
});

describe("after a crash", () => {
  test("the server of a killed process stops, and the next start has every committed row", async () => {
    const folder = openFolder();
    const first = await hold(folder);
    await ask(first.url, "create table kept (word text)", "insert into kept values ('committed')");
    await endHolder(first, "SIGKILL");
    expect(await waitUntil(() => !isAlive(first.pid), 10_000)).toBe(true);
    const second = await hold(folder);
    expect(await ask(second.url, "select word from kept")).toEqual({ word: "committed" });
  });

  test("a start right after the kill does not wait for the old server to stop by itself", async () => {
    const folder = openFolder();
    const first = await hold(folder);
    await ask(first.url, "create table kept (word text)", "insert into kept values ('committed')");
    await endHolder(first, "SIGKILL");
    const second = await hold(folder);
    expect(second.refused).toBeUndefined();
    expect(second.pid).not.toBe(first.pid);
    expect(await ask(second.url, "select word from kept")).toEqual({ word: "committed" });
  });

  test("notices a killed server, and a start on its folder recovers", async () => {
    const folder = openFolder();
    const first = await start(folder);
    await ask(first.url, "create table kept (word text)", "insert into kept values ('committed')");
    process.kill(first.pid, "SIGKILL");
    expect(await first.exited).toBe("PostgreSQL was ended by SIGKILL");
    await first.stop();
    const second = await start(folder);
    expect(await ask(second.url, "select word from kept")).toEqual({ word: "committed" });
  });

  test("starts although another program now has the process ID from the PID file", async () => {
    const folder = openFolder();
    const first = await start(folder);
    await ask(first.url, "create table kept (word text)", "insert into kept values ('committed')");
    process.kill(first.pid, "SIGKILL");
    await first.exited;
    await first.stop();
    // The processes of the killed server end within moments. PostgreSQL must then find only the PID file.
    const pidFile = join(first.dataFolder, "postmaster.pid");
    await sleep(500);
    const lines = readFileSync(pidFile, "utf8").split("\n");
    const { uid } = statSync(pidFile);
    const other = spawnSync("sh", ["-c", "sleep 60 >/dev/null 2>&1 & echo $!"], { uid, encoding: "utf8", cwd: "/" });
    writeFileSync(pidFile, [other.stdout.trim(), ...lines.slice(1)].join("\n"));
    try {
      const second = await start(folder);
      expect(await ask(second.url, "select word from kept")).toEqual({ word: "committed" });
    } finally {
      process.kill(Number(other.stdout), "SIGKILL");
    }
  });
});

describe("ports", () => {
  test("uses another port when the stored one is taken", async () => {
    const folder = openFolder();
    const first = await start(folder);
    await first.stop();
    const other = createServer().listen(first.port, "127.0.0.1");
    try {
      const second = await start(folder);
      expect(second.port).not.toBe(first.port);
    } finally {
      other.close();
    }
  });

  test("names a requested port that is taken in the error", async () => {
    const port = await freePort();
    const other = createServer().listen(port, "127.0.0.1");
    try {
      await expect(start(openFolder(), { port })).rejects.toThrow(`port ${port} of 127.0.0.1 is already in use`);
    } finally {
      other.close();
    }
  });
});

describe.runIf(isRoot)("users", () => {
  const otherUser = { uid: 65_534, gid: 65_534 };

  test("root in a folder that only root can enter stores the data elsewhere and says where", async () => {
    const locked = mkdtempSync(join(tmpdir(), "counterfoil-locked-"));
    folders.push(locked);
    const folder = join(locked, ".counterfoil");
    const first = await hold(folder);
    expect(first.refused).toBeUndefined();
    folders.push(join(first.dataFolder, ".."));
    expect(first.dataFolder).toMatch(/^\/var\/lib\/counterfoil\/[0-9a-f]{16}\/postgres$/);
    expect(first.progress[0]).toContain("The database is stored in /var/lib/counterfoil/");
    await ask(first.url, "create table kept (word text)", "insert into kept values ('still here')");
    await endHolder(first, "SIGTERM");
    const second = await hold(folder);
    expect(second.dataFolder).toBe(first.dataFolder);
    expect(await ask(second.url, "select word from kept")).toEqual({ word: "still here" });
  });

  test("an ordinary user runs the server as itself, and root can start it later without taking it over", async () => {
    const folder = openFolder();
    chownSync(folder, otherUser.uid, otherUser.gid);
    const first = await hold(folder, otherUser);
    expect(first.refused).toBeUndefined();
    await endHolder(first, "SIGTERM");
    const second = await hold(folder);
    expect(statSync(second.dataFolder).uid).toBe(otherUser.uid);
    await endHolder(second, "SIGTERM");
    const third = await hold(folder, otherUser);
    expect(await ask(third.url, "select 1 as one")).toEqual({ one: 1 });
  });

  test("gives data that root copied to the user that runs the server", async () => {
    const folder = openFolder();
    const first = await start(folder);
    await first.stop();
    spawnSync("chown", ["-R", "root", folder]);
    expect(await ask((await start(folder)).url, "select 1 as one")).toEqual({ one: 1 });
  });

  test("tells an ordinary user without write access to the folder what to do", async () => {
    const refused = await hold(openFolder(), otherUser);
    expect(refused.refused).toMatch(/EACCES.*choose another data folder, or set DATABASE_URL/s);
  });
});
