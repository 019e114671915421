import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import pg from "pg";
import { startEmbeddedPostgres } from "../../packages/storage/src/embedded/index.ts";
import { migrate } from "../../packages/storage/src/index.ts";

/** The platform as it runs in production: a durable PostgreSQL and a server, each a process beside this one. */
export interface Platform {
  /** PostgreSQL's version. */
  readonly version: string;
  /** The owner's address of the database, whom row-level security does not bind. */
  readonly ownerUrl: string;
  readonly url: string;
  readonly token: string;
  readonly organizationId: string;
  readonly serverPid: number;
  stop(): Promise<void>;
}

/** `BENCH_DATABASE_URL` names an empty database to measure on; else an embedded server is started and thrown away. */
export async function startPlatform(): Promise<Platform> {
  const postgres = await startPostgres();
  const { appUrl } = await migrate(postgres.url);
  const server = fork(join(import.meta.dirname, "serve.ts"), { env: { ...process.env, APP_URL: appUrl } });
  const [ready] = (await once(server, "message")) as [{ url: string; token: string; organizationId: string }];
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const { rows } = await client.query<{ server_version: string }>("show server_version");
  await client.end();
  return {
    ...ready,
    version: rows[0]?.server_version.split(" ")[0] ?? "?",
    ownerUrl: postgres.url,
    serverPid: server.pid ?? 0,
    async stop() {
      server.send("stop");
      await once(server, "exit");
      await postgres.stop();
    },
  };
}

async function startPostgres(): Promise<{ url: string; stop(): Promise<void> }> {
  const given = process.env["BENCH_DATABASE_URL"];
  if (given !== undefined) return { url: given, stop: () => Promise.resolve() };
  const folder = await mkdtemp(join(tmpdir(), "counterfoil-bench-"));
  const server = await startEmbeddedPostgres({ folder });
  return {
    url: server.url,
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
      await rm(dirname(server.dataFolder), { recursive: true, force: true });
    },
  };
}
