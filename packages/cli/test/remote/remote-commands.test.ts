import { createServer, type Server } from "node:http";
import { chmod, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { verifyWebhook } from "@counterfoil/sdk";
import { type Api, environment } from "@counterfoil/testkit/scenario";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { finished, runCommand, startOn, temporaryFolder } from "../running-command.ts";

// R-CLI-2: the command line works with any server, by an address and a key.

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let api: Api;
let url: string;
let variables: Record<string, string>;
const opened: Server[] = [];

beforeAll(async () => {
  folder = await temporaryFolder();
  const platform = await environment();
  ({ url } = platform);
  ({ api } = await platform.createOrganization({ name: "Remote Ltd" }));
  variables = { COUNTERFOIL_URL: url, COUNTERFOIL_API_KEY: api.token };
});
afterAll(() => folder.remove());
afterEach(() => {
  for (const server of opened.splice(0)) server.close();
});

/** A server on this computer that receives webhooks, and what it verified. */
async function receiver(secret: () => string, port = 0): Promise<{ port: number; server: Server; types: string[] }> {
  const types: string[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      let body = "";
      for await (const chunk of request) body += String(chunk);
      const headers = request.headers as Record<string, string>;
      if (request.method === "POST") types.push((await verifyWebhook({ body, headers, secret: secret() })).type);
      response.writeHead(204).end();
    })().catch((error: unknown) => response.writeHead(400).end(String(error)));
  });
  opened.push(server);
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return { port: (server.address() as { port: number }).port, server, types };
}

test("login stores a profile that only its owner reads, and other commands use it until logout", async () => {
  const home = { HOME: folder.path, XDG_CONFIG_HOME: folder.path };
  const logged = await finished(["login", "--url", url, "--api-key", "-", "--json"], home, Buffer.from(api.token));
  expect(logged.code, logged.output).toBe(0);
  expect(JSON.parse(logged.output)).toMatchObject({
    profile: "default",
    url,
    organizationName: "Remote Ltd",
    sandbox: true,
  });
  const path = join(folder.path, "counterfoil/profiles.json");
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await readFile(path, "utf8")).toContain(api.token);
  const who = await finished(["whoami"], home);
  expect([who.code, who.output]).toEqual([0, expect.stringContaining("Remote Ltd")]);
  expect(who.output).not.toContain(api.token);
  const got = await finished(["get", "/organization", "--json"], home);
  expect(JSON.parse(got.output)).toMatchObject({ name: "Remote Ltd" });
  expect((await finished(["logout"], home)).code).toBe(0);
  const without = await finished(["whoami"], home);
  expect([without.code, without.output]).toEqual([2, expect.stringContaining("No server is chosen")]);
});

test("requests have bodies and queries, and a failure says what happened and what to do", async () => {
  const made = await finished(["post", "/accounts", "name=Acme", "currency=EUR", "--json"], variables);
  expect(made.code, made.output).toBe(0);
  const { id } = JSON.parse(made.output) as { id: string };
  const changed = await finished(["patch", `/accounts/${id}`, "name=Acme Ltd", "--json"], variables);
  expect(JSON.parse(changed.output)).toMatchObject({ id, name: "Acme Ltd" });
  const cases: [words: string[], environment: Record<string, string>, code: number, text: string][] = [
    [["get", "/accounts/acct_missing"], variables, 1, "There is no account"],
    [["post", "/accounts", "nme=Acme"], variables, 1, "/nme: nme cannot be set here"],
    [["get", "/accounts"], { ...variables, COUNTERFOIL_API_KEY: "cf_test_wrong" }, 6, "does not accept the API key"],
    [
      ["get", "/accounts"],
      { ...variables, COUNTERFOIL_URL: "http://127.0.0.1:1" },
      5,
      "Cannot reach http://127.0.0.1:1",
    ],
    [["get", "/accounts"], { ...variables, COUNTERFOIL_URL: "billing" }, 2, "expected an address such as"],
    [["get", "/accounts", "--profile", "other"], variables, 2, "other"],
  ];
  for (const [words, given, code, text] of cases) {
    const answer = await finished(words, { ...given, XDG_CONFIG_HOME: folder.path, HOME: folder.path });
    expect([words, answer.code, answer.output]).toEqual([words, code, expect.stringContaining(text)]);
  }
});

test("events are sent and followed, and a test clock moves", async () => {
  const tail = runCommand(["events", "tail", "--json"], variables);
  const clock = await finished(["clock", "create", "--at", "2026-01-01", "--json"], variables);
  expect(clock.code, clock.output).toBe(0);
  const { id } = JSON.parse(clock.output) as { id: string };
  const advanced = await finished(["clock", "advance", id, "--to", "2026-02-01", "--json"], variables);
  expect(advanced.code, advanced.output).toBe(0);
  expect(await api.get(`/test-clocks/${id}`)).toMatchObject({ frozenTime: "2026-02-01T00:00:00.000Z" });
  await expect
    .poll(
      async () => {
        await finished(["events", "send", "call", "--account", "acme"], variables);
        return tail.output();
      },
      { timeout: 20_000 },
    )
    .toContain('"eventName":"call"');
  tail.process.kill("SIGINT");
  await tail.ended;
});

test("listen forwards signed notifications, waits for a local server that is down, and continues where it stopped", async () => {
  const home = { ...variables, XDG_CONFIG_HOME: join(folder.path, "listening"), HOME: folder.path };
  let printed = () => "";
  const secret = () => /whsec_\S+/.exec(printed())?.[0] ?? "";
  const first = await receiver(secret);
  const words = ["listen", "--forward-to", String(first.port), "--types", "account.*"];
  const listening = runCommand(words, home);
  printed = listening.output;
  await expect.poll(printed, { timeout: 20_000 }).toContain("Waiting for new notifications");
  let created = 0;
  const create = async (name: string) => {
    await api.post("/accounts", { name, currency: "EUR" });
    created += 1;
  };
  await expect
    .poll(
      async () => {
        await create("First");
        return first.types.length;
      },
      { timeout: 20_000 },
    )
    .toBeGreaterThan(0);
  expect(first.types[0]).toBe("account.created");
  listening.process.kill("SIGINT");
  await listening.ended;
  const received = first.types.length;
  // While no one listens, two more happen; the local server is down at first.
  await create("Second");
  await create("Third");
  first.server.close();
  const again = runCommand([...words, "--json"], home);
  await expect.poll(again.output, { timeout: 20_000 }).toContain("Waiting for it");
  const second = await receiver(secret, first.port);
  await expect.poll(() => received + second.types.length, { timeout: 20_000 }).toBe(created);
  again.process.kill("SIGINT");
  await again.ended;
  expect(second.types.length).toBeGreaterThanOrEqual(2);
});

test("listen survives a server that is killed, without losing or repeating a notification", async () => {
  const data = join(folder.path, "killed");
  const words = ["--empty"];
  const server = await startOn(data, words);
  const apiKey = server.started.apiKey ?? "";
  const port = new URL(server.started.url).port;
  const home = { XDG_CONFIG_HOME: join(folder.path, "survivor"), HOME: folder.path };
  const to = { ...home, COUNTERFOIL_URL: server.started.url, COUNTERFOIL_API_KEY: apiKey };
  const listening = runCommand(["listen", "--from", "start", "--types", "account.created", "--json"], to);
  const ids = () => [...listening.output().matchAll(/"id":"(ntf_\w+)"/g)].map(([, id]) => id);
  const create = (name: string) => finished(["post", "/accounts", `name=${name}`, "currency=EUR"], to);
  expect((await create("Before")).code).toBe(0);
  await expect.poll(() => ids().length, { timeout: 20_000 }).toBe(1);
  await server.kill();
  const again = await startOn(data, [...words, "--port", port]);
  expect((await create("After")).code).toBe(0);
  await expect.poll(() => ids().length, { timeout: 30_000 }).toBe(2);
  expect(new Set(ids()).size).toBe(2);
  listening.process.kill("SIGINT");
  await listening.ended;
  await again.stop();
});

test("a file of profiles that others can read is closed, with a warning", async () => {
  const home = { HOME: folder.path, XDG_CONFIG_HOME: join(folder.path, "open") };
  await finished(["login", "--url", url, "--api-key", api.token], home);
  const path = join(folder.path, "open/counterfoil/profiles.json");
  await chmod(path, 0o644);
  const who = await finished(["whoami"], home);
  expect([who.code, who.output]).toEqual([0, expect.stringContaining("had file mode 644")]);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});
