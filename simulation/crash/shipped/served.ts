import { dirname } from "node:path";
import { type EmbeddedPostgres, freePort, startEmbeddedPostgres } from "@counterfoil/storage/embedded";
import {
  removeFolder,
  saysReady,
  SHIPPED_ENVIRONMENT,
  type ShippedPlatform,
  temporaryFolder,
  untilReady,
} from "./shipped-platform.ts";
import { prepareShipped } from "./prepare-shipped.ts";
import { runShipped, type Supervised, superviseCommand } from "./supervised.ts";

const SECRET = "what is sealed in simulations is no secret at all";

/** `counterfoil serve` and `counterfoil worker` with a separate PostgreSQL. */
export async function startServed(signal?: AbortSignal): Promise<ShippedPlatform> {
  const folder = await temporaryFolder();
  const supervised: Supervised[] = [];
  let postgres: EmbeddedPostgres | undefined;

  async function stop(): Promise<void> {
    await Promise.all(supervised.map((each) => each.stop()));
    await postgres?.stop();
    await removeFolder(folder);
    if (postgres !== undefined) await removeFolder(dirname(postgres.dataFolder));
  }

  try {
    postgres = await startEmbeddedPostgres({ folder });
    const ownerUrl = postgres.url;
    const [port, healthPort] = [await freePort(), await freePort()];
    const environment = { ...SHIPPED_ENVIRONMENT, DATABASE_URL: ownerUrl, COUNTERFOIL_SECRET: SECRET };
    const token = await prepareShipped(environment);
    const serve = superviseCommand({ words: ["serve", "--port", String(port)], environment });
    supervised.push(serve);
    const health = { COUNTERFOIL_HEALTH_PORT: String(healthPort) };
    const worker = superviseCommand({ words: ["worker"], environment: { ...environment, ...health } });
    supervised.push(worker);
    const url = `http://127.0.0.1:${port}`;
    const platform: ShippedPlatform = {
      url,
      token,
      victims: ["api", "worker", "postgres"],
      async kill(victims) {
        const gone: Promise<unknown>[] = [];
        for (const [victim, process] of [["api", serve] as const, ["worker", worker] as const]) {
          if (!victims.includes(victim)) continue;
          gone.push(process.gone());
          process.kill();
        }
        if (postgres !== undefined && victims.includes("postgres")) {
          process.kill(postgres.pid, "SIGKILL");
          await postgres.exited;
          await postgres.stop();
          postgres = await startEmbeddedPostgres({ folder });
        }
        await Promise.all(gone);
      },
      isReady: async () => (await saysReady(url)) && (await saysReady(`http://127.0.0.1:${healthPort}`)),
      command: (words) => runShipped({ words, environment }),
      ownerUrl: () => Promise.resolve(ownerUrl),
      output: () => `serve: ${serve.output()}\nworker: ${worker.output()}`,
      stop,
    };
    await untilReady(platform, signal);
    return platform;
  } catch (error) {
    await stop();
    throw error;
  }
}
