import { setTimeout as sleep } from "node:timers/promises";
import {
  createTestDatabase,
  isReplicationInstalled,
  type Replicated,
  type ReplicatedServer,
  startReplicated,
} from "@counterfoil/testkit/postgres";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import {
  applicationUrl,
  CommitUnknown,
  createClient,
  type Database,
  DatabaseAway,
  DifferentClusters,
  migrate,
  NoPrimary,
  openDatabase,
} from "../../src/index.ts";

let replicated: Replicated;
let database: Database;
const opened: Database[] = [];

beforeAll(async () => {
  if (!isReplicationInstalled) return;
  replicated = await startReplicated();
  await migrate(replicated.url);
  const owner = createClient(replicated.url);
  await owner.connect();
  await owner.query("create table thing (name text primary key)");
  await owner.query("grant select, insert on thing to counterfoil_app");
  await owner.end();
});
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});
afterAll(() => replicated?.stop());

function open(url = replicated.url): void {
  database = openDatabase(applicationUrl(url));
  opened.push(database);
}

const insert = (name: string) =>
  database.transaction("org_1", (tx) => tx.sql("insert into thing values ($1) on conflict do nothing", [name]));
const count = async () =>
  Number((await database.unscoped<{ count: string }>("select count(*) from thing where name is not null"))[0]?.count);

/** Repeats until it succeeds, and returns how long that took. Every error in between must be DatabaseAway. */
async function untilWritten(name: string): Promise<number> {
  const begun = performance.now();
  for (;;) {
    try {
      await insert(name);
      return performance.now() - begun;
    } catch (error) {
      expect(error).toBeInstanceOf(DatabaseAway);
      if (performance.now() - begun > 20_000) throw error;
      await sleep(20);
    }
  }
}

test.skipIf(!isReplicationInstalled)(
  "follows the primary through a kill, a promotion and back, and says what it waits for (R-HA-1)",
  async () => {
    const [a, b] = replicated.servers;
    open();
    await insert("before");
    await a.kill();
    await expect(insert("while away")).rejects.toBeInstanceOf(DatabaseAway);
    const refused = await insert("while away").catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(NoPrimary);
    expect((refused as NoPrimary).summary).toBe(`no primary among 127.0.0.1:${a.port}, 127.0.0.1:${b.port}`);
    expect((refused as NoPrimary).message).toContain(`127.0.0.1:${a.port}: connect ECONNREFUSED`);
    expect((refused as NoPrimary).message).toContain(`127.0.0.1:${b.port} is a standby`);
    await b.promote();
    expect(await untilWritten("after")).toBeLessThan(10_000);
    expect(await count()).toBe(2);

    // The former primary comes back alone, as an operator might start it. A new process must not write to it.
    await a.restart();
    const alone = openDatabase(applicationUrl(replicated.url));
    await alone.transaction("org_1", (tx) => tx.sql("insert into thing values ('new process')"));
    expect((await alone.unscoped<{ port: number }>("select inet_server_port() as port"))[0]?.port).toBe(b.port);
    await alone.close();

    await replicated.follow(a);
    await b.kill();
    await a.promote();
    expect(await untilWritten("back")).toBeLessThan(10_000);
    expect(await count()).toBe(4);
    await replicated.follow(b);
  },
);

test.skipIf(!isReplicationInstalled)(
  "leaves a primary that froze, or whose network was cut, once another one is promoted (R-HA-1)",
  async () => {
    const [a, b] = replicated.servers;
    open();
    await insert("before the freeze");
    await a.freeze();
    const hanging = insert("during the freeze").then(
      () => "answered",
      (error: unknown) => error,
    );
    await sleep(300);
    await b.promote();
    const begun = performance.now();
    expect(await hanging).toBeInstanceOf(DatabaseAway);
    await untilWritten("during the freeze");
    expect(performance.now() - begun).toBeLessThan(10_000);
    await replicated.follow(a);
    await b.kill();
    await a.promote();
    await untilWritten("after the freeze");
    await replicated.follow(b);
  },
);

test.skipIf(!isReplicationInstalled)(
  "a standby that lags delays commits and loses none: one that stopped receiving, and one that receives but does not apply (R-HA-1)",
  async () => {
    const [a, b] = replicated.servers;
    open();
    await insert("before the lag");
    await b.freeze();
    let isCommitted = false;
    const waiting = insert("while the standby receives nothing").then(() => (isCommitted = true));
    await sleep(1_000);
    expect(isCommitted).toBe(false);
    await b.thaw();
    await waiting;

    const standby = new pg.Client({ connectionString: b.url });
    // The promotion ends its connections.
    standby.on("error", () => undefined);
    await standby.connect();
    await standby.query("select pg_wal_replay_pause()");
    const names = Array.from({ length: 200 }, (_, index) => `not applied ${index}`);
    await Promise.all(names.map(insert));
    const applied = await standby.query("select from thing where name like 'not applied %'");
    expect(applied.rowCount).toBe(0);
    await standby.end();
    await a.kill();
    await b.promote();
    await untilWritten("after the lag");
    const kept = await database.unscoped(
      "select name from thing where name like 'not applied %' or name like 'while the%'",
    );
    expect(kept).toHaveLength(201);

    await replicated.follow(a);
    await b.kill();
    await a.promote();
    await untilWritten("the first one again");
    await replicated.follow(b);
  },
);

/** Ends the wait of a commit for the standby: by canceling it, or by ending its connection. */
async function interruptCommit(server: ReplicatedServer, how: "pg_cancel_backend" | "pg_terminate_backend") {
  const owner = new pg.Client({ connectionString: server.url });
  await owner.connect();
  try {
    const waiting = "select pid from pg_stat_activity where wait_event = 'SyncRep' and usename = 'counterfoil_app'";
    await expect.poll(async () => (await owner.query(waiting)).rowCount, { timeout: 10_000 }).toBe(1);
    await owner.query(`select ${how}(pid) from (${waiting}) w`);
  } finally {
    await owner.end();
  }
}

test.skipIf(!isReplicationInstalled).each([
  ["pg_cancel_backend", "canceling wait for synchronous replication"],
  ["pg_terminate_backend", "onnection terminated"],
] as const)("does not call a commit durable that the standby has not confirmed: %s (R-HA-1)", async (how, message) => {
  const [a, b] = replicated.servers;
  open();
  await insert(`before ${how}`);
  await b.kill();
  const committing = insert(how).catch((error: unknown) => error);
  await interruptCommit(a, how);
  const outcome = await committing;
  expect(outcome).toBeInstanceOf(CommitUnknown);
  expect(String((outcome as Error).cause)).toContain(message);
  await replicated.follow(b);
  // The same request again takes effect once.
  await insert(how);
  const rows = await database.unscoped("select name from thing where name = $1", [how]);
  expect(rows).toHaveLength(1);
});

test.skipIf(!isReplicationInstalled)(
  "a standby alone is not written to, with one host and with several (R-HA-1)",
  async () => {
    const [, b] = replicated.servers;
    open(b.url);
    const refused = await insert("on a standby").catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(DatabaseAway);
    expect(String((refused as Error).cause)).toContain("read-only transaction");
    open(`${b.url}?target_session_attrs=read-write`);
    await expect(insert("on a standby")).rejects.toThrow(
      `no primary among 127.0.0.1:${b.port}: 127.0.0.1:${b.port} is a standby`,
    );
  },
);

test.skipIf(!isReplicationInstalled)(
  "names a host that refuses the password, and refuses hosts of different clusters (R-HA-1)",
  async () => {
    const [a, b] = replicated.servers;
    const other = await createTestDatabase();
    const { port } = new URL(other.ownerUrl);
    const stranger = new pg.Client({ connectionString: other.ownerUrl });
    await stranger.connect();
    const connect = async (first: number) => {
      const url = `postgres://owner:replicated@127.0.0.1:${first},127.0.0.1:${port}/postgres`;
      const client = createClient(url);
      await client.connect();
      return client;
    };
    try {
      await expect(connect(b.port)).rejects.toThrow(
        `127.0.0.1:${b.port} is a standby; 127.0.0.1:${port}: password authentication failed for user "owner"`,
      );
      // The primary is enough.
      await (await connect(a.port)).end();
      await stranger.query("create role owner login superuser password 'replicated'");
      const refused = await connect(a.port).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(DifferentClusters);
      expect((refused as Error).message).toMatch(
        /are not copies of one database: their system identifiers differ \(127\.0\.0\.1:\d+ is \d+; 127\.0\.0\.1:\d+ is \d+\)/,
      );
    } finally {
      await stranger.query("drop role if exists owner");
      await stranger.end();
      await other.drop();
    }
  },
);
