import { spawn } from "node:child_process";
import { chmod, chown, mkdir, mkdtemp, open, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "@counterfoil/storage/embedded";
import {
  childrenOf,
  createDatabase,
  DATABASE,
  onServer,
  ownerUrl,
  ownerUrlOfBoth,
  PASSWORD,
  PROGRAMS,
  runProgram,
  sendSignal,
  serverUser,
} from "./debian-postgres.ts";

const START_MILLISECONDS = 30_000;

/** One of the two servers. */
export interface ReplicatedServer {
  readonly name: string;
  readonly port: number;
  /** The owner's URL of this server alone. */
  readonly url: string;
  /** Ends all its processes at once, as if its machine had lost power. Its connections are reset. */
  kill(): Promise<void>;
  /** Stops all its processes where they are, as if its network were cut: connections stay open, and nothing answers. */
  freeze(): Promise<void>;
  /** Lets a frozen server go on where it was. */
  thaw(): Promise<void>;
  /** Starts it again on the data that it has. */
  restart(): Promise<void>;
  /** Makes this standby the primary, and lets it commit without a standby until one follows. */
  promote(): Promise<void>;
}

/** A primary and a standby, which are copies of one database, with real streaming replication. */
export interface Replicated {
  readonly servers: readonly [ReplicatedServer, ReplicatedServer];
  /** The owner's URL with both hosts. */
  readonly url: string;
  /** Makes a killed or frozen server a new standby of the other one, and waits until commits wait for it. */
  follow(server: ReplicatedServer): Promise<void>;
  /** The output of both servers. */
  output(): Promise<string>;
  stop(): Promise<void>;
}

/** Starts a primary, and a standby that each commit waits for. */
export async function startReplicated(): Promise<Replicated> {
  const folder = await mkdtemp(join(tmpdir(), "counterfoil-replicated-"));
  await chmod(folder, 0o755);
  const nodes = [await makeNode(folder, "a"), await makeNode(folder, "b")] as const;
  const [first, second] = nodes;
  const nodeOf = (server: ReplicatedServer) => (server.name === first.name ? first : second);

  async function follow(server: ReplicatedServer): Promise<void> {
    const node = nodeOf(server);
    const primary = node === first ? second : first;
    await node.kill();
    await rm(node.data, { recursive: true, force: true });
    await runProgram("pg_basebackup", ["-D", node.data, "-R", "-X", "stream", "-c", "fast", "-d", primary.url]);
    await node.start();
    await setStandby(primary.url, "*");
    await untilInSync(primary.url);
  }

  const replicated: Replicated = {
    servers: [serverOf(first), serverOf(second)],
    url: ownerUrlOfBoth(first.port, second.port),
    follow,
    output: async () => (await Promise.all(nodes.map((node) => node.output()))).join("\n"),
    async stop() {
      for (const node of nodes) await node.kill();
      await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
  try {
    await initialize(first, folder);
    await first.start();
    await createDatabase(first.port);
    await follow(replicated.servers[1]);
    return replicated;
  } catch (error) {
    const output = await replicated.output();
    await replicated.stop();
    throw new Error(`the two servers did not start:\n${output}`, { cause: error });
  }
}

function serverOf(node: Node): ReplicatedServer {
  return {
    name: node.name,
    port: node.port,
    url: node.url,
    kill: () => node.kill(),
    freeze: () => node.signal("SIGSTOP"),
    thaw: () => node.signal("SIGCONT"),
    restart: () => node.start(),
    async promote() {
      await runProgram("pg_ctl", ["promote", "-D", node.data, "-w"]);
      await setStandby(node.url, "");
    },
  };
}

interface Node {
  readonly name: string;
  readonly port: number;
  readonly data: string;
  readonly url: string;
  start(): Promise<void>;
  signal(name: "SIGSTOP" | "SIGCONT" | "SIGKILL"): Promise<void>;
  kill(): Promise<void>;
  output(): Promise<string>;
}

async function makeNode(folder: string, name: string): Promise<Node> {
  const port = await freePort();
  const home = join(folder, name);
  await mkdir(home, { mode: 0o700 });
  const user = serverUser();
  if (user !== undefined) await chown(home, user.uid, user.gid);
  const data = join(home, "data");
  const log = join(folder, `${name}.log`);
  const url = ownerUrl(port);
  let pid: number | undefined;

  async function signal(sent: "SIGSTOP" | "SIGKILL"): Promise<void> {
    if (pid === undefined) return;
    for (const each of [pid, ...(await childrenOf(pid))]) sendSignal(each, sent);
  }

  return {
    name,
    port,
    data,
    url,
    signal,
    output: () => readFile(log, "utf8").catch(() => ""),
    async start() {
      const written = await open(log, "a");
      const settings = {
        port: String(port),
        listen_addresses: "127.0.0.1",
        unix_socket_directories: "",
        max_connections: "200",
      };
      const options = Object.entries(settings).flatMap(([key, value]) => ["-c", `${key}=${value}`]);
      const server = spawn(join(PROGRAMS, "postgres"), ["-D", data, ...options], {
        cwd: "/",
        env: { LC_ALL: "C", TZ: "UTC" },
        stdio: ["ignore", written.fd, written.fd],
        ...user,
      });
      await written.close();
      pid = server.pid;
      const endWithUs = () => server.kill("SIGKILL");
      process.once("exit", endWithUs);
      server.once("exit", () => {
        process.off("exit", endWithUs);
        if (pid === server.pid) pid = undefined;
      });
      await untilAnswers(url, () => pid !== undefined);
    },
    async kill() {
      await signal("SIGKILL");
      const begun = performance.now();
      while (pid !== undefined && performance.now() - begun < START_MILLISECONDS) await sleep(10);
      await rm(join(data, "postmaster.pid"), { force: true });
    },
  };
}

async function initialize(node: Node, folder: string): Promise<void> {
  const passwordFile = join(folder, "password");
  await writeFile(passwordFile, PASSWORD, { mode: 0o644 });
  const login = ["-U", "owner", "--auth=scram-sha-256", `--pwfile=${passwordFile}`];
  await runProgram("initdb", ["-D", node.data, "--encoding=UTF8", "--locale=C", ...login]);
}

/** Which standbys commits wait for: `*` for any, and none for an empty text. */
async function setStandby(url: string, names: string): Promise<void> {
  await onServer(url, async (client) => {
    await client.query(`alter system set synchronous_standby_names = '${names}'`);
    await client.query("select pg_reload_conf()");
  });
}

/** Waits until commits on the primary wait for a standby. */
async function untilInSync(url: string): Promise<void> {
  const begun = performance.now();
  for (;;) {
    const states = await onServer(url, (client) =>
      client.query<{ state: string }>("select sync_state as state from pg_stat_replication"),
    );
    if (states.rows.some(({ state }) => state === "sync")) return;
    if (performance.now() - begun > START_MILLISECONDS) throw new Error("the standby does not follow");
    await sleep(50);
  }
}

async function untilAnswers(url: string, isAlive: () => boolean): Promise<void> {
  const server = url.replace(`/${DATABASE}`, "/postgres");
  const begun = performance.now();
  for (;;) {
    const answered = await onServer(server, (client) => client.query("select 1")).catch(() => undefined);
    if (answered !== undefined) return;
    if (!isAlive()) throw new Error("the server ended while it started");
    if (performance.now() - begun > START_MILLISECONDS) throw new Error("the server does not answer");
    await sleep(30);
  }
}
