import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { connect, createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";

/** A real Kafka broker in KRaft mode, in its own process, on a free port of this machine. */
export interface Broker {
  /** Where clients connect, `127.0.0.1:31234`. Stays the same over restarts. */
  readonly address: string;
  /** Where clients connect to the further listeners, by their names. */
  readonly addresses: Readonly<Record<string, string>>;
  /** Ends the broker as a power failure would. What it had on disk stays. */
  kill(): Promise<void>;
  /** Starts a killed broker again, with what it had on disk. */
  start(): Promise<void>;
  /** Ends the broker and removes its files. */
  stop(): Promise<void>;
}

const HEAP = "-Xmx512m";
/** A busy machine takes long to start a JVM. */
const PATIENCE_MILLISECONDS = 240_000;

export interface BrokerOptions {
  /** Further lines of `server.properties`. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Protocols of further listeners by their names, which are upper case. The first one has no encryption and no users. */
  readonly listeners?: Readonly<Record<string, "SSL" | "SASL_SSL">>;
  /** Users of SCRAM, as `SCRAM-SHA-256=[name=billing,password=secret]`. */
  readonly scramUsers?: readonly string[];
}

/** Formats storage for a broker and starts it. Resolves when it answers. */
export async function startBroker(classPath: string, options: BrokerOptions = {}): Promise<Broker> {
  const folder = await mkdtemp(join(tmpdir(), "counterfoil-kafka-"));
  const [port, controllerPort] = [await freePort(), await freePort()];
  const more = await Promise.all(
    Object.entries(options.listeners ?? {}).map(async ([name, protocol]) => {
      return { name, protocol, address: `127.0.0.1:${await freePort()}` };
    }),
  );
  const clients = [{ name: "CLIENTS", protocol: "PLAINTEXT", address: `127.0.0.1:${port}` }, ...more];
  const listeners = clients.map(({ name, address }) => `${name}://${address}`).join(",");
  const protocols = clients.map(({ name, protocol }) => `${name}:${protocol}`).join(",");
  const settings = {
    "process.roles": "broker,controller",
    "node.id": "1",
    "controller.quorum.bootstrap.servers": `127.0.0.1:${controllerPort}`,
    "controller.listener.names": "CONTROLLER",
    listeners: `${listeners},CONTROLLER://127.0.0.1:${controllerPort}`,
    "advertised.listeners": listeners,
    "listener.security.protocol.map": `${protocols},CONTROLLER:PLAINTEXT`,
    "inter.broker.listener.name": "CLIENTS",
    "log.dirs": join(folder, "log"),
    "offsets.topic.replication.factor": "1",
    "offsets.topic.num.partitions": "1",
    "transaction.state.log.replication.factor": "1",
    "transaction.state.log.min.isr": "1",
    "transaction.state.log.num.partitions": "1",
    // Groups of tests do not wait for further members before the first assignment.
    "group.initial.rebalance.delay.ms": "0",
    "group.min.session.timeout.ms": "1000",
    "auto.create.topics.enable": "false",
    "message.max.bytes": String(16 * 1024 * 1024),
    "log.retention.check.interval.ms": "1000",
    ...options.settings,
  };
  const properties = join(folder, "server.properties");
  await writeFile(
    properties,
    Object.entries(settings)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(""),
  );
  const run = ["-cp", classPath];
  const uuid = Buffer.from(crypto.randomUUID().replaceAll("-", ""), "hex").toString("base64url");
  await promisify(execFile)("java", [
    ...run,
    "kafka.tools.StorageTool",
    "format",
    "--standalone",
    // An ID may begin with a hyphen, as an option does.
    `--cluster-id=${uuid}`,
    "-c",
    properties,
    ...(options.scramUsers ?? []).flatMap((user) => ["--add-scram", user]),
  ]);

  let running: ChildProcess | undefined;
  const killAtExit = () => void running?.kill("SIGKILL");
  process.once("exit", killAtExit);

  async function start(): Promise<void> {
    const log = openSync(join(folder, "broker.log"), "a");
    // The serial collector starts fastest, and a broker under test has little to collect.
    const child = spawn("java", [HEAP, "-XX:+UseSerialGC", ...run, "kafka.Kafka", properties], {
      stdio: ["ignore", log, log],
    });
    closeSync(log);
    running = child;
    const until = performance.now() + PATIENCE_MILLISECONDS;
    while (!(await answers(port))) {
      if (child.exitCode !== null || performance.now() > until) {
        throw new Error(`the Kafka broker did not start:\n${await readFile(join(folder, "broker.log"), "utf8")}`);
      }
      await pause(100);
    }
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    const child = running;
    running = undefined;
    if (child === undefined || child.exitCode !== null) return;
    child.kill(signal);
    if (child.signalCode === null) await once(child, "exit");
  }

  await start();
  return {
    address: `127.0.0.1:${port}`,
    addresses: Object.fromEntries(more.map(({ name, address }) => [name, address])),
    start,
    kill: () => end("SIGKILL"),
    async stop() {
      await end("SIGKILL");
      process.off("exit", killAtExit);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1" });
    const answer = (isThere: boolean) => () => {
      socket.destroy();
      resolve(isThere);
    };
    socket.once("connect", answer(true));
    socket.once("error", answer(false));
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
