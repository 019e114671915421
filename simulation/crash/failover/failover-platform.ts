import { freePort } from "@counterfoil/storage/embedded";
import { type Replicated, type ReplicatedServer } from "@counterfoil/testkit/postgres";
import { prepareShipped } from "../shipped/prepare-shipped.ts";
import { saysReady, SHIPPED_ENVIRONMENT, type ShippedPlatform, untilReady } from "../shipped/shipped-platform.ts";
import { runShipped, type Supervised, superviseCommand } from "../shipped/supervised.ts";

const SECRET = "what is sealed in simulations is no secret at all";

/** Two API processes and a worker, as operators run them, on a primary with a synchronous standby. */
export interface FailoverPlatform extends Pick<
  ShippedPlatform,
  "command" | "ownerUrl" | "output" | "stop" | "token" | "isReady"
> {
  /** The addresses of the two API processes. */
  readonly urls: readonly [string, string];
  readonly primary: () => ReplicatedServer;
  readonly standby: () => ReplicatedServer;
  /** Kills or freezes the primary. */
  lose(how: "kill" | "freeze"): Promise<void>;
  promote(): Promise<void>;
  /** Makes the lost server a standby of the new primary. */
  replace(): Promise<void>;
}

/** @param startPair starts the primary and its standby */
export async function startFailoverPlatform(
  startPair: () => Promise<Replicated>,
  signal?: AbortSignal,
): Promise<FailoverPlatform> {
  const processes: Supervised[] = [];
  let replicated: Replicated | undefined;

  async function stop(): Promise<void> {
    await Promise.all(processes.map((each) => each.stop()));
    await replicated?.stop();
  }

  try {
    const pair = await startPair();
    replicated = pair;
    let [primary, standby] = pair.servers;
    const environment = { ...SHIPPED_ENVIRONMENT, DATABASE_URL: pair.url, COUNTERFOIL_SECRET: SECRET };
    const token = await prepareShipped(environment);
    const ports = [await freePort(), await freePort()] as const;
    for (const port of ports) {
      processes.push(superviseCommand({ words: ["serve", "--port", String(port)], environment }));
    }
    const healthPort = await freePort();
    const health = { COUNTERFOIL_HEALTH_PORT: String(healthPort) };
    processes.push(superviseCommand({ words: ["worker"], environment: { ...environment, ...health } }));
    const address = (port: number) => `http://127.0.0.1:${port}`;
    const platform: FailoverPlatform = {
      urls: [address(ports[0]), address(ports[1])],
      token,
      primary: () => primary,
      standby: () => standby,
      lose: (how) => (how === "kill" ? primary.kill() : primary.freeze()),
      async promote() {
        await standby.promote();
        [primary, standby] = [standby, primary];
      },
      replace: () => pair.follow(standby),
      isReady: async () => (await Promise.all([...ports, healthPort].map(address).map(saysReady))).every(Boolean),
      command: (words) => runShipped({ words, environment }),
      ownerUrl: () => Promise.resolve(primary.url),
      output: () => processes.map((each) => each.output()).join("\n"),
      stop,
    };
    await untilReady(platform, signal);
    return platform;
  } catch (error) {
    await stop();
    throw error;
  }
}
