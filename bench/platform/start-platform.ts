import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import pg from "pg";
import { startEmbeddedPostgres } from "../../packages/storage/src/embedded/index.ts";
import { migrate } from "../../packages/storage/src/index.ts";
import { parentOf } from "./cores.ts";

/** The platform as in production: a durable PostgreSQL, and a server with its worker, each in a separate process. */
export interface Platform {
  /** PostgreSQL's version. */
  readonly version: string;
  /** The owner's database URL, which bypasses row-level security. */
  readonly ownerUrl: string;
  /** The database URL of the server's processes. */
  readonly appUrl: string;
  readonly url: string;
  readonly token: string;
  readonly organizationId: string;
  readonly serverPid: number;
  /** The first process of PostgreSQL on this machine; 0 if it is elsewhere. */
  readonly databasePid: number;
  /** Sends a POST and returns the created resource. Throws if refused. */
  create(path: string, body?: object): Promise<{ id: string }>;
  /** The same with the key of another organization. */
  createAs(token: string): Platform["create"];
  /** Runs statements as the owner, in sequence on a separate connection. */
  readonly owner: pg.Client;
  stop(): Promise<void>;
}

/**
 * `BENCH_DATABASE_URL` names an empty database; otherwise an embedded server is started and deleted afterwards. The role
 * "api" has no worker. `settings` are PostgreSQL settings of the embedded server.
 */
export async function startPlatform(
  role: "serve" | "api" = "serve",
  settings: Readonly<Record<string, string>> = {},
): Promise<Platform> {
  const postgres = await startPostgres(settings);
  const { appUrl } = await migrate(postgres.url);
  const server = fork(join(import.meta.dirname, "serve.ts"), {
    env: { ...process.env, APP_URL: appUrl, BENCH_ROLE: role },
  });
  const [ready] = (await once(server, "message")) as [{ url: string; token: string; organizationId: string }];
  const owner = new pg.Client({ connectionString: postgres.url });
  await owner.connect();
  const { rows } = await owner.query<{ version: string; pid: number }>(
    "select current_setting('server_version') as version, pg_backend_pid() as pid",
  );
  const [database] = rows;
  const createAs =
    (token: string): Platform["create"] =>
    async (path, body) => {
      const answer = await fetch(ready.url + path, {
        method: "POST",
        headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
      return (await answer.json()) as { id: string };
    };
  return {
    ...ready,
    version: database?.version.split(" ")[0] ?? "?",
    ownerUrl: postgres.url,
    appUrl,
    serverPid: server.pid ?? 0,
    databasePid: await parentOf(database?.pid ?? 0),
    owner,
    create: createAs(ready.token),
    createAs,
    async stop() {
      await owner.end();
      server.send("stop");
      await once(server, "exit");
      await postgres.stop();
    },
  };
}

async function startPostgres(
  settings: Readonly<Record<string, string>>,
): Promise<{ url: string; stop(): Promise<void> }> {
  const given = process.env["BENCH_DATABASE_URL"];
  if (given !== undefined) return { url: given, stop: () => Promise.resolve() };
  const folder = await mkdtemp(join(tmpdir(), "counterfoil-bench-"));
  const server = await startEmbeddedPostgres({ folder, settings });
  return {
    url: server.url,
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
      await rm(dirname(server.dataFolder), { recursive: true, force: true });
    },
  };
}
