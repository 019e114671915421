import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import pg from "pg";
import { startEmbeddedPostgres } from "../../packages/storage/src/embedded/index.ts";
import { migrate } from "../../packages/storage/src/index.ts";
import { parentOf } from "./cores.ts";

/** The platform as it runs in production: a durable PostgreSQL and a server with its worker, each a process beside this one. */
export interface Platform {
  /** PostgreSQL's version. */
  readonly version: string;
  /** The owner's address of the database, whom row-level security does not bind. */
  readonly ownerUrl: string;
  readonly url: string;
  readonly token: string;
  readonly organizationId: string;
  readonly serverPid: number;
  /** Of the process of this machine that started all others of PostgreSQL; 0 where there is none. */
  readonly databasePid: number;
  /** Posts to the platform and answers what was made; throws at any refusal. */
  create(path: string, body?: object): Promise<{ id: string }>;
  /** Statements of the owner, one after the other on a connection of their own. */
  readonly owner: pg.Client;
  stop(): Promise<void>;
}

/** `BENCH_DATABASE_URL` names an empty database to measure on; else an embedded server is started and thrown away. */
export async function startPlatform(): Promise<Platform> {
  const postgres = await startPostgres();
  const { appUrl } = await migrate(postgres.url);
  const server = fork(join(import.meta.dirname, "serve.ts"), { env: { ...process.env, APP_URL: appUrl } });
  const [ready] = (await once(server, "message")) as [{ url: string; token: string; organizationId: string }];
  const owner = new pg.Client({ connectionString: postgres.url });
  await owner.connect();
  const { rows } = await owner.query<{ version: string; pid: number }>(
    "select current_setting('server_version') as version, pg_backend_pid() as pid",
  );
  const [database] = rows;
  return {
    ...ready,
    version: database?.version.split(" ")[0] ?? "?",
    ownerUrl: postgres.url,
    serverPid: server.pid ?? 0,
    databasePid: await parentOf(database?.pid ?? 0),
    owner,
    async create(path, body) {
      const answer = await fetch(ready.url + path, {
        method: "POST",
        headers: { Authorization: `Bearer ${ready.token}`, "Content-Type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
      return (await answer.json()) as { id: string };
    },
    async stop() {
      await owner.end();
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
