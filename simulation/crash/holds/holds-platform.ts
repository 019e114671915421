import { dirname } from "node:path";
import { type EmbeddedPostgres, freePort, startEmbeddedPostgres } from "@counterfoil/storage/embedded";
import { prepareShipped } from "../shipped/prepare-shipped.ts";
import {
  removeFolder,
  saysReady,
  SHIPPED_ENVIRONMENT,
  temporaryFolder,
  untilReady,
} from "../shipped/shipped-platform.ts";
import { runShipped, type Supervised, superviseCommand } from "../shipped/supervised.ts";

const SECRET = "what is sealed in simulations is no secret at all";

export type HoldsVictim = "api-0" | "api-1" | "worker" | "postgres";

const PLACES = { "api-0": 0, "api-1": 1, worker: 2 } as const;

/** Two API processes and a worker of the shipped commands on one PostgreSQL. Each is restarted when it ends. */
export interface HoldsPlatform {
  /** The addresses of the two API processes. */
  readonly urls: readonly [string, string];
  readonly token: string;
  readonly ownerUrl: string;
  /** Sends SIGKILL. Resolves when the victim no longer responds. */
  kill(victim: HoldsVictim): Promise<void>;
  /** Whether one process is ready, or all are. */
  isReady(victim?: HoldsVictim): Promise<boolean>;
  command(words: readonly string[]): Promise<{ code: number; output: string }>;
  output(): string;
  stop(): Promise<void>;
}

export async function startHoldsPlatform(signal?: AbortSignal): Promise<HoldsPlatform> {
  const folder = await temporaryFolder();
  const processes: Supervised[] = [];
  let postgres: EmbeddedPostgres | undefined;

  async function stop(): Promise<void> {
    await Promise.all(processes.map((each) => each.stop()));
    await postgres?.stop();
    await removeFolder(folder);
    if (postgres !== undefined) await removeFolder(dirname(postgres.dataFolder));
  }

  try {
    postgres = await startEmbeddedPostgres({ folder });
    const ownerUrl = postgres.url;
    const environment = { ...SHIPPED_ENVIRONMENT, DATABASE_URL: ownerUrl, COUNTERFOIL_SECRET: SECRET };
    const token = await prepareShipped(environment);
    const start = (words: readonly string[], more = {}) => {
      const started = superviseCommand({ words, environment: { ...environment, ...more } });
      processes.push(started);
      return started;
    };
    const ports = [await freePort(), await freePort(), await freePort()] as const;
    const victims: Readonly<Record<Exclude<HoldsVictim, "postgres">, Supervised>> = {
      "api-0": start(["serve", "--port", String(ports[0])]),
      "api-1": start(["serve", "--port", String(ports[1])]),
      worker: start(["worker"], { COUNTERFOIL_HEALTH_PORT: String(ports[2]) }),
    };
    const address = (port: number) => `http://127.0.0.1:${port}`;
    const platform: HoldsPlatform = {
      urls: [address(ports[0]), address(ports[1])],
      token,
      ownerUrl,
      async kill(victim) {
        if (victim !== "postgres") {
          const gone = victims[victim].gone();
          victims[victim].kill();
          return gone;
        }
        if (postgres === undefined) return;
        process.kill(postgres.pid, "SIGKILL");
        await postgres.exited;
        await postgres.stop();
        postgres = await startEmbeddedPostgres({ folder });
      },
      async isReady(victim) {
        // Not ready without PostgreSQL.
        const asked = victim === undefined || victim === "postgres" ? ports : [ports[PLACES[victim]]];
        return (await Promise.all(asked.map(address).map(saysReady))).every(Boolean);
      },
      command: (words) => runShipped({ words, environment }),
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
