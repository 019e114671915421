import { Agent, request } from "node:http";
import pg from "pg";
import { afterEach, expect, test } from "vitest";
import { runCommand } from "../running-command.ts";
import { said, type Serving, startServing } from "./serving.ts";

// R-OPS-2: a stopping process finishes its work; no client is left with an effect and no response.

const running: { remove(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.remove()));
});

async function serving(environment: Record<string, string> = {}): Promise<Serving> {
  const started = await startServing(environment);
  running.push(started);
  return started;
}

/** The outcome of a request for the client: its status, or how the connection failed. */
type Fate = number | string;

/** Sends a request on a kept connection. With the agent's only connection, requests are sequential. */
function ask(agent: Agent, { url, api }: Serving, method: string, path: string, body?: object): Promise<Fate> {
  return new Promise((resolve) => {
    const headers = { Authorization: `Bearer ${api.token}`, "Content-Type": "application/json" };
    const sent = request(url + path, { agent, method, headers }, (response) => {
      response.on("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
      response.on("end", () => resolve(response.statusCode ?? 0)).resume();
    });
    sent.on("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

async function query(ownerUrl: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

test("under load, a stopping server answers or rejects every request, and stores exactly what it confirmed", async () => {
  const server = await serving();
  const agent = new Agent({ keepAlive: true, maxSockets: 12 });
  const fates = new Map<string, Fate>();
  // An open stream and an idle connection do not delay the stop.
  const tail = await fetch(`${server.url}/events/tail`, { headers: { Authorization: `Bearer ${server.api.token}` } });
  const idle = new Agent({ keepAlive: true });
  await ask(idle, server, "GET", "/health/live");

  async function client(number: number): Promise<void> {
    for (let turn = 0; ; turn += 1) {
      const name = `account ${number}.${turn}`;
      const fate = await ask(agent, server, "POST", "/accounts", { name, currency: "USD" });
      fates.set(name, fate);
      // Stops the server while all of them are running.
      if (fates.size === 150) server.process.kill("SIGTERM");
      if (typeof fate === "string") return;
    }
  }
  await Promise.all(Array.from({ length: 12 }, (_, number) => client(number)));
  expect(await server.ended).toBe(0);
  await tail.text(); // it ends normally
  agent.destroy();
  idle.destroy();

  const counts = Map.groupBy(fates.values(), (fate) => fate);
  expect(counts.get(201)?.length).toBeGreaterThan(140);
  // In addition to successes, there are 503 responses and connections that were not accepted anymore.
  for (const fate of counts.keys()) expect([201, 503, "ECONNREFUSED", "ECONNRESET"]).toContain(fate);
  const answered = [...fates].filter(([, fate]) => fate === 201).map(([name]) => name);
  const stored = (await query(server.ownerUrl, "select name from account")).map(({ name }) => String(name));
  expect(stored.toSorted()).toEqual(answered.toSorted());
});

test("while draining, it still answers requests but reports not ready, so that others can take over", async () => {
  const server = await serving({ COUNTERFOIL_DRAIN_SECONDS: "600", COUNTERFOIL_LOG_LEVEL: "error" });
  expect((await fetch(`${server.url}/health/ready`)).status).toBe(200);
  server.process.kill("SIGTERM");
  await expect.poll(async () => (await fetch(`${server.url}/health/ready`)).status, { timeout: 10_000 }).toBe(503);
  expect(await server.api.get("/accounts")).toMatchObject({ data: [] });
  expect((await fetch(`${server.url}/health/live`)).status).toBe(200);
  // The second request to stop ends it immediately.
  await endAtOnce(server);
});

/** Signals close together count as one press, so it signals until the process has noticed a second one. */
async function endAtOnce(server: Serving): Promise<void> {
  await expect
    .poll(
      () => {
        server.process.kill("SIGTERM");
        return server.process.exitCode;
      },
      { timeout: 20_000, interval: 500 },
    )
    .toBe(130);
}

/** A request that cannot finish, because another transaction holds a lock. */
async function stuck(server: Serving) {
  const holder = new pg.Client({ connectionString: server.ownerUrl });
  await holder.connect();
  holder.on("error", () => undefined);
  await holder.query("begin; lock table account in exclusive mode");
  const fate = ask(new Agent(), server, "POST", "/accounts", { name: "Stuck", currency: "USD" });
  const isWaiting = "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
  const waiting = async () => (await query(server.ownerUrl, isWaiting)).length;
  await expect.poll(waiting, { timeout: 10_000 }).toBeGreaterThan(0);
  return { fate, letGo: () => holder.end() };
}

test("a stop waits for a running request, and answers it", async () => {
  const server = await serving();
  const { fate, letGo } = await stuck(server);
  server.process.kill("SIGTERM");
  // It accepts no more connections, and has not ended.
  await expect.poll(() => ask(new Agent(), server, "GET", "/health/live"), { timeout: 10_000 }).toBe("ECONNREFUSED");
  expect(server.process.exitCode).toBe(null);
  await letGo();
  expect(await fate).toBe(201);
  expect(await server.ended).toBe(0);
});

test("a stop ends after its time limit, logs it, and leaves no effect without a response", async () => {
  const server = await serving({ COUNTERFOIL_STOP_SECONDS: "2" });
  const { fate, letGo } = await stuck(server);
  server.process.kill("SIGTERM");
  expect(await server.ended).toBe(1);
  expect(await fate).toBe("ECONNRESET");
  await letGo();
  expect(server.lines()).toContainEqual(
    expect.objectContaining({ level: "warn", msg: "stopped before all work had finished", stopSeconds: 2 }),
  );
  await expect
    .poll(
      async () =>
        (
          await query(
            server.ownerUrl,
            "select from pg_stat_activity where usename = 'counterfoil_app' and datname = current_database()",
          )
        ).length,
      { timeout: 10_000 },
    )
    .toBe(0);
  expect(await query(server.ownerUrl, "select name from account")).toEqual([]);
});

test("a worker without the API serves /health if it has a port", async () => {
  const { ownerUrl } = await serving();
  const worker = runCommand(["worker"], {
    DATABASE_URL: ownerUrl,
    COUNTERFOIL_HEALTH_PORT: "0",
    COUNTERFOIL_METRICS_TOKEN: "0123456789abcdef",
  });
  try {
    const url = await said(worker, / (\S+)\/health/);
    expect((await fetch(`${url}/health/ready`)).status).toBe(200);
    expect((await fetch(`${url}/health/metrics`)).status).toBe(401);
    const metrics = async () =>
      (await fetch(`${url}/health/metrics`, { headers: { Authorization: "Bearer 0123456789abcdef" } })).text();
    await expect.poll(metrics, { timeout: 10_000 }).toMatch(/counterfoil_worker_rounds_total\{loop="billing"\} [1-9]/);
    expect((await fetch(`${url}/accounts`)).status).toBe(404);
    worker.process.kill("SIGTERM");
    expect(await worker.ended).toBe(0);
  } finally {
    worker.process.kill("SIGKILL");
  }
});
