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

/** A folder that everybody can enter: as root, the server runs as another user. */
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

describe("a server that is started and stopped", () => {
  test("keeps its data, its password and its port over a restart", async () => {
    const folder = openFolder();
    const first = await start(folder);
    await ask(first.url, "create table kept (word text)", "insert into kept values ('still here')");
    await first.stop();
    expect(isAlive(first.pid)).toBe(false);
    const second = await start(folder);
    expect(second.url).toBe(first.url);
    expect(await ask(second.url, "select word from kept")).toEqual({ word: "still here" });
  });

  test("is durable, in UTC, in UTF-8, ordered by code point, and asks for a scram password", async () => {
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

  test("keeps the password from other users of the machine, and its socket", async () => {
    const folder = openFolder();
    await start(folder);
    expect(statSync(join(folder, "postgres.json")).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, "socket")).mode & 0o777).toBe(0o700);
  });

  test("is asked over its socket, and over TCP by who wants that, or where the path is too long for one", async () => {
    const over = "select inet_client_addr() is null as socket";
    const { url, stop } = await start(openFolder());
    expect(new URL(url)).toMatchObject({ hostname: "127.0.0.1", pathname: "/counterfoil" });
    expect(await ask(url, over)).toEqual({ socket: true });
    expect(await ask(url.replace(/\?.*/, ""), over)).toEqual({ socket: false });
    await stop();
    const long = await start(join(openFolder(), "a-folder-that-is-deep-down".repeat(4)));
    expect(await ask(long.url, over)).toEqual({ socket: false });
  });

  test("starts over when a crash left the data folder half made", async () => {
    const folder = openFolder();
    mkdirSync(join(folder, "postgres.making"));
    writeFileSync(join(folder, "postgres.making", "PG_VERSION"), "18\n");
    expect(await ask((await start(folder)).url, "select 1 as one")).toEqual({ one: 1 });
    expect(existsSync(join(folder, "postgres.making"))).toBe(false);
  });
});

describe("one server on a folder", () => {
  test("a second start while the first runs is refused and names its process", async () => {
    const folder = openFolder();
    const first = await hold(folder);
    const second = await hold(folder);
    expect(second.refused).toContain(`Another process (${first.holder.pid}) already runs the database`);
    expect(await ask(first.url, "select 1 as one")).toEqual({ one: 1 });
  });

  test("of two starts at once on a new folder one runs and the other is refused", async () => {
    const folder = openFolder();
    const both = await Promise.all([hold(folder), hold(folder)]);
    const [running, ...others] = both.filter((server) => server.refused === undefined);
    expect(others).toEqual([]);
    expect(both.filter((server) => server.refused?.includes("already runs"))).toHaveLength(1);
    expect(await ask(running?.url ?? "", "select 1 as one")).toEqual({ one: 1 });
  });
});

describe("after a crash", () => {
  test("a killed process takes its server with it, and the next start has every committed row", async () => {
    const folder = openFolder();
    const first = await hold(folder);
    await ask(first.url, "create table kept (word text)", "insert into kept values ('committed')");
    await endHolder(first, "SIGKILL");
    expect(await waitUntil(() => !isAlive(first.pid), 10_000)).toBe(true);
    const second = await hold(folder);
    expect(await ask(second.url, "select word from kept")).toEqual({ word: "committed" });
  });

  test("a start right after the kill does not wait for the old server to go by itself", async () => {
    const folder = openFolder();
    const first = await hold(folder);
    await ask(first.url, "create table kept (word text)", "insert into kept values ('committed')");
    await endHolder(first, "SIGKILL");
    const second = await hold(folder);
    expect(second.refused).toBeUndefined();
    expect(second.pid).not.toBe(first.pid);
    expect(await ask(second.url, "select word from kept")).toEqual({ word: "committed" });
  });

  test("a killed server is noticed, and a start on its folder recovers", async () => {
    const folder = openFolder();
    const first = await start(folder);
    await ask(first.url, "create table kept (word text)", "insert into kept values ('committed')");
    process.kill(first.pid, "SIGKILL");
    expect(await first.exited).toBe("PostgreSQL was ended by SIGKILL");
    await first.stop();
    const second = await start(folder);
    expect(await ask(second.url, "select word from kept")).toEqual({ word: "committed" });
  });

  test("a pid file whose number another program has now does not stop the start", async () => {
    const folder = openFolder();
    const first = await start(folder);
    await ask(first.url, "create table kept (word text)", "insert into kept values ('committed')");
    process.kill(first.pid, "SIGKILL");
    await first.exited;
    await first.stop();
    // The processes of the killed server notice within moments; PostgreSQL is to meet the pid file alone.
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
  test("a remembered port that somebody took since is left alone, and another is taken", async () => {
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

  test("a port that was asked for and is taken is a message that names it", async () => {
    const port = await freePort();
    const other = createServer().listen(port, "127.0.0.1");
    try {
      await expect(start(openFolder(), { port })).rejects.toThrow(`port ${port} of 127.0.0.1 is taken`);
    } finally {
      other.close();
    }
  });
});

describe.runIf(isRoot)("users", () => {
  const nobody = { uid: 65_534, gid: 65_534 };

  test("root in a folder that only root can enter keeps the data elsewhere and says where", async () => {
    const locked = mkdtempSync(join(tmpdir(), "counterfoil-locked-"));
    folders.push(locked);
    const folder = join(locked, ".counterfoil");
    const first = await hold(folder);
    expect(first.refused).toBeUndefined();
    folders.push(join(first.dataFolder, ".."));
    expect(first.dataFolder).toMatch(/^\/var\/lib\/counterfoil\/[0-9a-f]{16}\/postgres$/);
    expect(first.progress[0]).toContain("The database lives in /var/lib/counterfoil/");
    await ask(first.url, "create table kept (word text)", "insert into kept values ('still here')");
    await endHolder(first, "SIGTERM");
    const second = await hold(folder);
    expect(second.dataFolder).toBe(first.dataFolder);
    expect(await ask(second.url, "select word from kept")).toEqual({ word: "still here" });
  });

  test("an ordinary user runs the server as itself, and root can start it afterwards without taking it over", async () => {
    const folder = openFolder();
    chownSync(folder, nobody.uid, nobody.gid);
    const first = await hold(folder, nobody);
    expect(first.refused).toBeUndefined();
    await endHolder(first, "SIGTERM");
    const second = await hold(folder);
    expect(statSync(second.dataFolder).uid).toBe(nobody.uid);
    await endHolder(second, "SIGTERM");
    const third = await hold(folder, nobody);
    expect(await ask(third.url, "select 1 as one")).toEqual({ one: 1 });
  });

  test("data that root copied is given back to the user that the server runs as", async () => {
    const folder = openFolder();
    const first = await start(folder);
    await first.stop();
    spawnSync("chown", ["-R", "root", folder]);
    expect(await ask((await start(folder)).url, "select 1 as one")).toEqual({ one: 1 });
  });

  test("an ordinary user who may not write to the folder is told the way out", async () => {
    const refused = await hold(openFolder(), nobody);
    expect(refused.refused).toMatch(/EACCES.*choose another data folder, or set DATABASE_URL/s);
  });
});
