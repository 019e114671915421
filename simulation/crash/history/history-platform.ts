import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { applicationUrl, migrate } from "@counterfoil/storage";
import { startEmbeddedPostgres } from "@counterfoil/storage/embedded";
import { startClickHouse } from "@counterfoil/testkit/clickhouse";
import { insertOrganizations } from "@counterfoil/testkit/postgres";

/** What a kill ends. */
export type Victim = "copier" | "clickhouse" | "postgres";

/** A durable PostgreSQL, ClickHouse, and processes that copy from one to the other. Each can be killed and restarts. */
export interface HistoryPlatform {
  readonly appUrl: string;
  readonly clickHouseUrl: string;
  kill(victim: Victim): Promise<void>;
  /** Ends the copiers. The stores keep running. */
  stopCopying(): Promise<void>;
  stop(): Promise<void>;
}

const COPIERS = 2;

export async function startHistoryPlatform(organizationId: string): Promise<HistoryPlatform> {
  const folder = await mkdtemp(join(tmpdir(), "counterfoil-history-"));
  await chmod(folder, 0o755);
  let postgres = await startEmbeddedPostgres({ folder });
  const ownerUrl = postgres.url;
  await migrate(ownerUrl);
  await insertOrganizations(ownerUrl, [organizationId]);
  const appUrl = applicationUrl(ownerUrl);
  const clickHouse = await startClickHouse();
  const startCopier = () =>
    spawn(process.execPath, [join(import.meta.dirname, "copying-process.ts"), appUrl, clickHouse.url, organizationId], {
      stdio: "ignore",
    });
  let copiers = Array.from({ length: COPIERS }, startCopier);

  async function end(copier: ChildProcess): Promise<void> {
    const gone = once(copier, "exit");
    copier.kill("SIGKILL");
    await gone;
  }

  async function killPostgres(): Promise<void> {
    process.kill(postgres.pid, "SIGKILL");
    await postgres.exited;
    await postgres.stop();
    postgres = await startEmbeddedPostgres({ folder });
  }

  async function stopCopying(): Promise<void> {
    await Promise.all(copiers.map(end));
    copiers = [];
  }

  return {
    appUrl,
    clickHouseUrl: clickHouse.url,
    async kill(victim) {
      if (victim === "postgres") return killPostgres();
      if (victim === "clickhouse") return clickHouse.restart();
      const [first, ...rest] = copiers;
      if (first !== undefined) await end(first);
      copiers = [...rest, startCopier()];
    },
    stopCopying,
    async stop() {
      await stopCopying();
      await clickHouse.stop();
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
      await rm(dirname(postgres.dataFolder), { recursive: true, force: true });
    },
  };
}
