import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { verifyWebhook } from "@counterfoil/sdk";
import { afterEach, beforeEach, expect, test } from "vitest";
import { said } from "../operation/serving.ts";
import {
  finished,
  runCommand,
  type RunningCommand,
  type RunningStart,
  startOn,
  temporaryFolder,
} from "../running-command.ts";

let folder: { path: string; remove: () => Promise<void> };
let platform: RunningStart;
let environment: Record<string, string>;
/** Names of created accounts, in the order in which the local server received them. */
let received: string[];
let secret: string | undefined;
let local: Server;
let port: number;

beforeEach(async () => {
  folder = await temporaryFolder();
  platform = await startOn(folder.path);
  environment = { COUNTERFOIL_CONFIG: join(folder.path, "config") };
  received = [];
  secret = undefined;
  const { url, apiKey } = platform.started;
  await finished(["login", "--url", url, "--api-key", String(apiKey)], environment);
  await startLocal(0);
});
afterEach(async () => {
  local.close();
  await platform.stop();
  await folder.remove();
});

/** A webhook receiver that verifies each request with the secret that `listen` printed. */
async function startLocal(on: number): Promise<void> {
  local = createServer((request, response) => {
    void (async () => {
      let body = "";
      for await (const chunk of request) body += String(chunk);
      const event = await verifyWebhook({ body, headers: request.headers, secret: secret ?? "" }).catch(
        () => undefined,
      );
      if (event?.type === "account.created") received.push(event.data.name);
      response.writeHead(event === undefined ? 400 : 204).end();
    })();
  });
  await new Promise<void>((resolve) => local.listen(on, "127.0.0.1", resolve));
  port = (local.address() as AddressInfo).port;
}

async function startListening(...words: string[]): Promise<RunningCommand> {
  const command = runCommand(
    ["listen", "--forward-to", `127.0.0.1:${port}`, "--types", "account.*", ...words],
    environment,
  );
  secret = await said(command, /Signing secret: (whsec_\S+)/);
  await said(command, /(Waiting for new notifications|Continuing after)/);
  return command;
}

async function createAccount(name: string): Promise<void> {
  const { url, apiKey } = platform.started;
  const answer = await fetch(`${url}/accounts`, {
    method: "POST",
    headers: { Authorization: `Bearer ${apiKey}`, "Content-Type": "application/json" },
    body: JSON.stringify({ name, currency: "USD" }),
  });
  expect(answer.status).toBe(201);
}

async function untilReceived(count: number): Promise<void> {
  for (let looked = 0; received.length < count && looked < 600; looked += 1) await sleep(50);
}

async function stop(command: RunningCommand): Promise<void> {
  command.process.kill("SIGINT");
  expect(await command.ended).toBe(0);
}

test("forwards signed notifications once and in order while server, local server and listen restart (R-CLI-2)", async () => {
  const first = await startListening();
  await createAccount("1");
  await untilReceived(1);
  await said(first, /(204 +\d+ ms +account\.created)/);

  // The server is killed, and comes back at the same address.
  await platform.kill();
  const { port: same } = new URL(platform.started.url);
  platform = await startOn(folder.path, ["--empty", "--port", same]);
  await createAccount("2");
  await untilReceived(2);
  await said(first, /(Lost the connection[^]*Reconnected)/);

  // The local server is down for a while.
  const before = port;
  local.closeAllConnections();
  await new Promise((resolve) => local.close(resolve));
  await createAccount("3");
  await createAccount("4");
  await said(first, /(Nothing listens at)/);
  await startLocal(before);
  await untilReceived(4);

  // listen stops, and continues later where it was.
  await stop(first);
  await createAccount("5");
  const second = await startListening();
  expect(second.output()).toContain("Continuing after position");
  await createAccount("6");
  await untilReceived(6);
  // Killed without a chance to say goodbye, after the position of what it forwarded was stored.
  await said(second, /(account\.created[^]*account\.created)/);
  second.process.kill("SIGKILL");
  await second.ended;
  await createAccount("7");
  const third = await startListening();
  await untilReceived(7);
  await stop(third);
  expect(received).toEqual(["1", "2", "3", "4", "5", "6", "7"]);
  expect(third.output()).toMatch(/Forwarded 1 notification\. Local server: median \d+ ms/);
});

test("a second listen of a profile is refused, wrong types are named, and a revoked key ends it (R-CLI-2)", async () => {
  const key = await finished(["post", "/api-keys", "name=Listener", 'scopes:=["read"]', "--json"], environment);
  const { id, token } = JSON.parse(key.output) as { id: string; token: string };
  const { url } = platform.started;
  await finished(["login", "--url", url, "--api-key", token, "--profile", "short"], environment);
  const listening = await startListening("--profile", "short");
  const second = await finished(["listen", "--forward-to", String(port), "--profile", "short"], environment);
  expect(second).toMatchObject({
    code: 1,
    output: expect.stringMatching(/Another listen of this profile is running \(process \d+\)/),
  });
  const words = ["listen", "--types", "invoice.isued", "--profile", "default"];
  expect(await finished(words, environment)).toMatchObject({
    code: 1,
    output: expect.stringContaining('"invoice.isued"'),
  });
  await finished(["delete", `/api-keys/${id}`, "--profile", "default"], environment);
  await createAccount("too late");
  expect(await listening.ended).toBe(6);
  expect(listening.output()).toMatch(/does not accept the API key[^]*Run "login --profile short"/);
  expect(received).toEqual([]);
});
