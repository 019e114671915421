import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { applicationUrl, migrate } from "@counterfoil/storage";
import { startEmbeddedPostgres } from "@counterfoil/storage/embedded";

/** The processes that can be killed. */
export type Victim = "api" | "worker" | "postgres";

/** A durable PostgreSQL, an API and a worker, each of which can be killed and restarts. */
export interface MixedPlatform {
  readonly ownerUrl: string;
  readonly appUrl: string;
  /** The API's address; undefined while it is down. */
  address(): string | undefined;
  /** Sends SIGKILL and restarts the process. */
  kill(victim: Victim): Promise<void>;
  /** Restarts the worker with its clock this far ahead. */
  moveWorker(millisecondsAhead: number): Promise<void>;
  stop(): Promise<void>;
}

export async function startMixedPlatform(stripePort: number, secret: string): Promise<MixedPlatform> {
  const folder = await mkdtemp(join(tmpdir(), "counterfoil-mixed-"));
  await chmod(folder, 0o755);
  let postgres = await startEmbeddedPostgres({ folder });
  const ownerUrl = postgres.url;
  await migrate(ownerUrl);
  const appUrl = applicationUrl(ownerUrl);
  const running = new Map<"api" | "worker", ChildProcess>();
  let url: string | undefined;
  let ahead = 0;

  async function start(role: "api" | "worker"): Promise<void> {
    const own = { ROLE: role, APP_URL: appUrl, SECRET: secret, STRIPE_PORT: String(stripePort) };
    const milliseconds = role === "worker" ? ahead : 0;
    const child = fork(join(import.meta.dirname, "mixed-process.ts"), {
      env: { ...process.env, ...own, MILLISECONDS_AHEAD: String(milliseconds) },
    });
    running.set(role, child);
    const [told] = (await once(child, "message")) as [string];
    if (role === "api") url = told;
  }

  async function end(role: "api" | "worker"): Promise<void> {
    if (role === "api") url = undefined;
    const child = running.get(role);
    if (child === undefined) return;
    const gone = once(child, "exit");
    child.kill("SIGKILL");
    await gone;
  }

  await start("api");
  await start("worker");
  return {
    ownerUrl,
    appUrl,
    address: () => url,
    async kill(victim) {
      if (victim !== "postgres") {
        await end(victim);
        await start(victim);
        return;
      }
      process.kill(postgres.pid, "SIGKILL");
      await postgres.exited;
      await postgres.stop();
      postgres = await startEmbeddedPostgres({ folder });
    },
    async moveWorker(millisecondsAhead) {
      ahead = millisecondsAhead;
      await end("worker");
      await start("worker");
    },
    async stop() {
      await end("api");
      await end("worker");
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
      await rm(dirname(postgres.dataFolder), { recursive: true, force: true });
    },
  };
}
