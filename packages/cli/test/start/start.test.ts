import { stat } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { createTestDatabase } from "@counterfoil/testkit/postgres";
import { afterEach, beforeEach, expect, test } from "vitest";
import { finished, runCommand, type RunningStart, startOn, temporaryFolder } from "../running-command.ts";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let running: RunningStart | undefined;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(async () => {
  await running?.kill();
  running = undefined;
  await folder.remove();
});

async function addAccount({ started }: RunningStart, name: string): Promise<void> {
  const answer = await fetch(`${started.url}/accounts`, {
    method: "POST",
    headers: { Authorization: `Bearer ${started.apiKey}`, "Content-Type": "application/json" },
    body: JSON.stringify({ name, aliases: [name] }),
  });
  expect(answer.status).toBe(201);
}

function signIn({ started }: RunningStart): Promise<Response> {
  const { url, email, password } = started;
  const headers = { "Content-Type": "application/json" };
  return fetch(`${url}/auth/sign-in`, { method: "POST", headers, body: JSON.stringify({ email, password }) });
}

const modeOf = async (name: string) => (await stat(join(folder.path, name))).mode & 0o777;

test("start --empty creates an empty sandbox, and writes started.json for its owner only (R-OPS-1)", async () => {
  running = await startOn(folder.path);
  const { url, apiKey, pid } = running.started;
  expect(running.started).toEqual({
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    apiKey: expect.stringMatching(/^cf_test_/),
    email: "owner@example.com",
    password: expect.stringMatching(/^\S{20}$/),
    pid: running.process.pid,
  });
  // The sign-in of the owner works.
  const signedIn = await signIn(running);
  expect(signedIn.status).toBe(200);
  const Cookie = signedIn.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const me = await fetch(`${url}/me`, { headers: { Cookie } });
  expect(await me.json()).toMatchObject({ email: "owner@example.com", organization: { role: "owner", sandbox: true } });
  const kept = ["started.json", "keys.json", "secret.key"];
  expect(await Promise.all(kept.map(modeOf))).toEqual([0o600, 0o600, 0o600]);
  expect(await running.get("/accounts")).toMatchObject({ status: 200, body: { data: [] } });
  expect(await running.get("/organization")).toMatchObject({ body: { name: "My organization", sandbox: true } });
  expect(running.output()).toContain(apiKey);
  expect(running.output()).toContain(`${url}/docs`);

  // A second start names the running one, changes nothing and succeeds.
  const second = await finished(["start", "--data", folder.path]);
  expect(second.output).toMatch(`is already running at ${url} (process ${pid})`);
  expect(second.code).toBe(0);
  expect((await running.get("/accounts")).status).toBe(200);

  // Another start on the same port names the port, and how to choose another.
  const port = new URL(url).port;
  const third = await finished(["start", "--data", join(folder.path, "other"), "--port", port]);
  expect(third.output).toMatch(new RegExp(`Port ${port} on 127\\.0\\.0\\.1 is used.*--port N or COUNTERFOIL_PORT=N`));
  expect(third.code).toBe(1);

  // After a stop, no file says that it runs.
  expect(await running.stop()).toBe(0);
  expect(running.output()).toMatch(/Stopped\. The data is kept\./);
  await expect(stat(join(folder.path, "started.json"))).rejects.toThrow("ENOENT");
});

test("a restart keeps the key and the data, also after kill -9, and leaves nothing behind (R-OPS-2)", async () => {
  running = await startOn(folder.path);
  const { apiKey } = running.started;
  await addAccount(running, "kept-by-stop");
  expect(await running.stop()).toBe(0);

  running = await startOn(folder.path);
  expect(running.started.apiKey).toBe(apiKey);
  expect((await signIn(running)).status).toBe(200);
  expect((await running.get("/accounts/kept-by-stop")).status).toBe(200);
  await addAccount(running, "kept-by-crash");
  await running.kill();

  // The started.json of the killed process is still there, but does not block the start.
  expect((await stat(join(folder.path, "started.json"))).isFile()).toBe(true);
  running = await startOn(folder.path);
  expect(running.started.apiKey).toBe(apiKey);
  expect((await running.get("/accounts/kept-by-crash")).status).toBe(200);
});

test("rejects a port in use before anything starts", async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const { port } = other.address() as { port: number };
  const { code, output } = await finished(["start", "--data", folder.path, "--port", String(port)]);
  other.close();
  expect(output).toMatch(`Port ${port} on 127.0.0.1 is used by another program.`);
  expect(output).toMatch("Nothing was started.");
  expect(output).toMatch("choose another port with --port N or COUNTERFOIL_PORT=N");
  expect(code).toBe(1);
  await expect(stat(join(folder.path, "postgres.json"))).rejects.toThrow("ENOENT");
});

test("a port of a start on the same folder that does not answer is refused with its process and address", async () => {
  running = await startOn(folder.path);
  const { url, pid } = running.started;
  const { port } = new URL(url);
  running.process.kill("SIGSTOP");
  const { code, output } = await finished(["start", "--data", folder.path, "--port", port]);
  running.process.kill("SIGCONT");
  expect(output).toMatch(
    `Port ${port} on 127.0.0.1 is used by Counterfoil, which already runs on ${folder.path} at ${url} (process ${pid})`,
  );
  expect(output).toMatch("Nothing was started.");
  expect(code).toBe(1);
  expect((await running.get("/accounts")).status).toBe(200);
});

test("uses DATABASE_URL instead of the embedded server, with the same key at the next start", async () => {
  const database = await createTestDatabase();
  const environment = { DATABASE_URL: database.ownerUrl };
  try {
    running = await startOn(folder.path, ["--empty"], environment);
    const { apiKey } = running.started;
    expect((await running.get("/accounts")).status).toBe(200);
    await expect(stat(join(folder.path, "postgres.json"))).rejects.toThrow("ENOENT");
    expect(await running.stop()).toBe(0);
    running = await startOn(folder.path, ["--empty"], environment);
    expect(running.started.apiKey).toBe(apiKey);
    expect(await running.stop()).toBe(0);
  } finally {
    await database.drop();
  }
});

// Creates demo data twice, the first time only in part.
test("a first start that was killed while creating demo data starts over, and completes", async () => {
  const { process: first, output, ended } = await demonstrationUnderWay();
  first.kill("SIGKILL");
  await ended;
  expect(output()).not.toMatch(/is ready/);

  running = await startOn(folder.path, []);
  const { body } = await running.get("/accounts?limit=100");
  expect(body["data"]).toHaveLength(45);
  expect(running.output()).toMatch(/✓ Demo data +Brine Analytics: 45 accounts/);
}, 180_000);

/** Waits until a quarter of the demo data exists. */
async function demonstrationUnderWay() {
  const command = runCommand(["start", "--data", folder.path, "--port", "0"]);
  await new Promise<void>((resolve, reject) => {
    command.process.stdout?.on("data", () => /Demo data +█+░* +25%/.test(command.output()) && resolve());
    void command.ended.then(() => reject(new Error(command.output())));
  });
  return command;
}
