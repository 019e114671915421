import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { chmod, chown, mkdir, mkdtemp, open, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "@counterfoil/storage/embedded";
import {
  childrenOf,
  createDatabase,
  isReplicationInstalled,
  onServer,
  ownerUrl,
  ownerUrlOfBoth,
  PASSWORD,
  PROGRAMS,
  sendSignal,
  serverUser,
} from "./debian-postgres.ts";
import type { Replicated, ReplicatedServer } from "./replicated.ts";

const PATRONI = "/usr/bin/patroni";
const ETCD = "/usr/bin/etcd";
export const isPatroniInstalled = isReplicationInstalled && existsSync(PATRONI) && existsSync(ETCD);

/** Patroni promotes a standby up to `ttl` seconds after the primary was lost. */
const TTL_SECONDS = 20;
const WAIT_MILLISECONDS = 240_000;

/**
 * Starts a primary and a synchronous standby that Patroni runs, with one etcd. Patroni decides: `promote` waits until it has
 * promoted the server, and `follow` until it has made the server a standby again.
 */
export async function startPatroni(): Promise<Replicated> {
  const folder = await mkdtemp(join(tmpdir(), "counterfoil-patroni-"));
  await chmod(folder, 0o755);
  const etcd = await startEtcd(folder);
  const nodes = [await makeNode(folder, "a", etcd.port), await makeNode(folder, "b", etcd.port)] as const;
  const [first, second] = nodes;
  const nodeOf = (server: ReplicatedServer) => (server.name === first.name ? first : second);
  const cluster: Replicated = {
    servers: [first, second],
    url: ownerUrlOfBoth(first.port, second.port),
    async follow(server) {
      await server.kill();
      await server.restart();
      await nodeOf(server).untilStandby();
    },
    output: async () => (await Promise.all(nodes.map((node) => node.output()))).join("\n"),
    async stop() {
      for (const node of nodes) await node.kill();
      etcd.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
  try {
    await first.restart();
    await first.promote();
    await createDatabase(first.port);
    await cluster.follow(second);
    return cluster;
  } catch (error) {
    const output = await cluster.output();
    await cluster.stop();
    throw new Error(`Patroni did not start two servers:\n${output}`, { cause: error });
  }
}

interface PatroniNode extends ReplicatedServer {
  output(): Promise<string>;
  /** Waits until Patroni would promote it: until then it waits for the primary, because the standby may lack commits. */
  untilStandby(): Promise<void>;
}

async function makeNode(folder: string, name: string, etcdPort: number): Promise<PatroniNode> {
  const home = await makeHome(folder, name);
  const port = await freePort();
  const url = ownerUrl(port);
  const data = join(home, "data");
  const log = join(folder, `${name}.log`);
  const configuration = join(folder, `${name}.json`);
  const api = await freePort();
  await writeFile(configuration, JSON.stringify(configurationOf({ name, home, port, etcdPort, api })));
  let patroni: ChildProcess | undefined;

  async function signal(sent: "SIGSTOP" | "SIGCONT" | "SIGKILL"): Promise<void> {
    const server = serverProcess(data);
    const running = [patroni?.pid, server, ...(server === undefined ? [] : await childrenOf(server))];
    for (const each of running) if (each !== undefined) sendSignal(each, sent);
  }

  return {
    name,
    port,
    url,
    freeze: () => signal("SIGSTOP"),
    thaw: () => signal("SIGCONT"),
    async kill() {
      await signal("SIGKILL");
      const begun = performance.now();
      while (patroni !== undefined && performance.now() - begun < WAIT_MILLISECONDS) await sleep(10);
    },
    async restart() {
      const written = await open(log, "a");
      // Patroni reads JSON as well: it is YAML.
      const started = spawn(PATRONI, [configuration], {
        cwd: "/",
        env: { PATH: process.env["PATH"] ?? "", LC_ALL: "C.UTF-8", TZ: "UTC" },
        stdio: ["ignore", written.fd, written.fd],
        ...serverUser(),
      });
      await written.close();
      patroni = started;
      const endWithUs = () => {
        const server = serverProcess(data);
        started.kill("SIGKILL");
        if (server !== undefined) sendSignal(server, "SIGKILL");
      };
      process.once("exit", endWithUs);
      started.once("exit", () => {
        process.off("exit", endWithUs);
        if (patroni === started) patroni = undefined;
      });
    },
    promote: () => until(() => isPrimary(url), `Patroni did not make ${name} the primary`),
    async untilStandby() {
      const isStandby = () => answersOk(`http://127.0.0.1:${api}/synchronous`);
      await until(isStandby, `${name} does not follow`).catch(async (error: unknown) => {
        throw new Error((await readFile(log, "utf8")).split("\n").slice(-60).join("\n"), { cause: error });
      });
    },
    output: () => readFile(log, "utf8").catch(() => ""),
  };
}

interface Place {
  readonly name: string;
  readonly home: string;
  readonly port: number;
  readonly etcdPort: number;
  readonly api: number;
}

/** As docs/high-availability.md shows it. */
function configurationOf({ name, home, port, etcdPort, api }: Place): object {
  const address = `127.0.0.1:${port}`;
  return {
    scope: "counterfoil",
    name,
    restapi: { listen: `127.0.0.1:${api}`, connect_address: `127.0.0.1:${api}` },
    etcd3: { host: `127.0.0.1:${etcdPort}` },
    bootstrap: {
      dcs: {
        ttl: TTL_SECONDS,
        loop_wait: 5,
        retry_timeout: 5,
        synchronous_mode: true,
        postgresql: {
          use_pg_rewind: true,
          parameters: {
            synchronous_commit: "on",
            wal_level: "replica",
            hot_standby: "on",
            // Without it, a server that is absent for a minute cannot follow again: what it needs is removed.
            wal_keep_size: "2GB",
            max_connections: 200,
          },
        },
      },
      initdb: [{ encoding: "UTF8" }, { locale: "C" }],
      pg_hba: ["host all all 127.0.0.1/32 scram-sha-256", "host replication all 127.0.0.1/32 scram-sha-256"],
    },
    postgresql: {
      listen: address,
      connect_address: address,
      data_dir: join(home, "data"),
      bin_dir: PROGRAMS,
      pgpass: join(home, "pgpass"),
      authentication: {
        superuser: { username: "owner", password: PASSWORD },
        replication: { username: "replicator", password: PASSWORD },
      },
      parameters: { unix_socket_directories: "" },
    },
  };
}

async function startEtcd(folder: string): Promise<{ port: number; stop(): void }> {
  const home = await makeHome(folder, "etcd");
  const [port, peers] = [await freePort(), await freePort()];
  const [clientUrl, peerUrl] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peers}`];
  const started = spawn(
    ETCD,
    [
      `--name=one`,
      `--data-dir=${join(home, "data")}`,
      `--initial-cluster=one=${peerUrl}`,
      `--listen-client-urls=${clientUrl}`,
      `--advertise-client-urls=${clientUrl}`,
      `--listen-peer-urls=${peerUrl}`,
      `--initial-advertise-peer-urls=${peerUrl}`,
    ],
    { cwd: "/", env: {}, stdio: "ignore", ...serverUser() },
  );
  const stop = () => started.kill("SIGKILL");
  process.once("exit", stop);
  started.once("exit", () => process.off("exit", stop));
  await until(() => answersOk(`${clientUrl}/health`), "etcd does not answer");
  return { port, stop };
}

async function makeHome(folder: string, name: string): Promise<string> {
  const home = join(folder, name);
  await mkdir(home, { mode: 0o700 });
  const user = serverUser();
  if (user !== undefined) await chown(home, user.uid, user.gid);
  return home;
}

/** The process of a server that runs, or ran, on the data; undefined if none did. */
function serverProcess(data: string): number | undefined {
  const file = join(data, "postmaster.pid");
  return existsSync(file) ? Number(readFileSync(file, "utf8").split("\n")[0]) : undefined;
}

async function isPrimary(url: string): Promise<boolean> {
  const asked = await onServer(url.replace(/\/[^/]*$/, "/postgres"), (client) =>
    client.query<{ is: boolean }>("select not pg_is_in_recovery() as is"),
  ).catch(() => undefined);
  return asked?.rows[0]?.is === true;
}

async function answersOk(url: string): Promise<boolean> {
  const answer = await fetch(url).catch(() => undefined);
  await answer?.body?.cancel();
  return answer?.ok === true;
}

async function until(isSo: () => Promise<boolean>, otherwise: string): Promise<void> {
  const begun = performance.now();
  while (!(await isSo())) {
    if (performance.now() - begun > WAIT_MILLISECONDS) throw new Error(otherwise);
    await sleep(20);
  }
}
