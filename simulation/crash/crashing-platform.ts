import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { applicationUrl, migrate } from "@counterfoil/storage";
import { startEmbeddedPostgres } from "@counterfoil/storage/embedded";

/** A durable PostgreSQL and a server, each of which can be killed and restarts. */
export interface CrashingPlatform {
  readonly ownerUrl: string;
  readonly appUrl: string;
  /** The server's address; undefined while it is down. */
  address(): string | undefined;
  /** Kills the server with SIGKILL and restarts it. */
  killServer(): Promise<void>;
  /** Kills PostgreSQL with SIGKILL and lets it recover. The server keeps running. */
  killPostgres(): Promise<void>;
  stop(): Promise<void>;
}

export async function startCrashingPlatform(): Promise<CrashingPlatform> {
  const folder = await mkdtemp(join(tmpdir(), "counterfoil-crash-"));
  await chmod(folder, 0o755);
  let postgres = await startEmbeddedPostgres({ folder });
  const ownerUrl = postgres.url;
  await migrate(ownerUrl);
  const appUrl = applicationUrl(ownerUrl);
  let server: ChildProcess;
  let url: string | undefined;

  async function startServer(): Promise<void> {
    server = fork(join(import.meta.dirname, "server-process.ts"), { env: { ...process.env, APP_URL: appUrl } });
    const [told] = (await once(server, "message")) as [string];
    url = told;
  }

  async function endServer(): Promise<void> {
    url = undefined;
    const gone = once(server, "exit");
    server.kill("SIGKILL");
    await gone;
  }

  await startServer();
  return {
    ownerUrl,
    appUrl,
    address: () => url,
    async killServer() {
      await endServer();
      await startServer();
    },
    async killPostgres() {
      process.kill(postgres.pid, "SIGKILL");
      await postgres.exited;
      await postgres.stop();
      postgres = await startEmbeddedPostgres({ folder });
    },
    async stop() {
      await endServer();
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
      await rm(dirname(postgres.dataFolder), { recursive: true, force: true });
    },
  };
}
