import type { LookupAddress } from "node:dns";
import { createServer } from "node:net";
import { createWebhookSender, type WebhookSenderOptions } from "@counterfoil/worker";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type LocalReceiver, startReceiver } from "./local-receiver.ts";
import { targets } from "./told-shop.ts";

// What one request does, over real connections. Only 127.0.0.1 is allowed beside the public internet; names are resolved as the
// tests say.

let receiver: LocalReceiver;
let port: string;
beforeAll(async () => {
  receiver = await startReceiver();
  port = new URL(receiver.url).port;
});
afterAll(() => receiver.stop());
beforeEach(() => {
  receiver.taken.length = 0;
  receiver.answers(() => 204);
});

const found = (...addresses: string[]): LookupAddress[] =>
  addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));

function send(url: string, options: WebhookSenderOptions = {}) {
  const resolve = () => Promise.resolve(found("127.0.0.1"));
  return createWebhookSender({ targets, resolve, ...options }).send({ url, headers: {}, body: '{"data":1}' });
}

test("a request connects to the address that was checked, and names the host", async () => {
  expect(await send(`http://hooks.example:${port}/a?b=c`)).toMatchObject({ statusCode: 204, failure: null });
  expect(receiver.taken).toMatchObject([{ path: "/a?b=c", headers: { host: `hooks.example:${port}` } }]);
});

test("a name that leads elsewhere a moment later is looked up once for each request, and refused then", async () => {
  const answers = [found("127.0.0.1"), found("10.0.0.5")];
  let asked = 0;
  const resolve = () => Promise.resolve(answers[asked++] ?? []);
  expect(await send(`http://rebinding.example:${port}/`, { resolve })).toMatchObject({ statusCode: 204 });
  expect(asked).toBe(1);
  const refused = await send(`http://rebinding.example:${port}/`, { resolve });
  expect(refused).toMatchObject({ statusCode: null, failure: expect.stringContaining("not on the public internet") });
  // Nothing of what the name leads to is told.
  expect(refused.failure).not.toContain("10.0.0.5");
  expect([asked, receiver.taken.length]).toEqual([2, 1]);
});

test.each([
  ["one of several addresses that is not public", found("127.0.0.1", "10.0.0.5")],
  ["an IPv6 form of a private address", found("::ffff:127.0.0.2")],
  ["metadata", found("169.254.169.254")],
  ["no address", []],
])("a name is refused for %s", async (_, addresses) => {
  const answer = await send(`http://hooks.example:${port}/`, { resolve: () => Promise.resolve(addresses) });
  expect(answer).toMatchObject({ statusCode: null, failure: expect.stringContaining("not on the public internet") });
  expect(receiver.taken).toEqual([]);
});

test("addresses in the place of a name are checked too, in every notation", async () => {
  for (const host of ["[::1]", "127.0.0.2", "2130706434", "0x7f.2", "0177.0.0.2"]) {
    const answer = await send(`http://${host}:${port}/`);
    expect([host, answer.failure]).toEqual([host, expect.stringContaining("not on the public internet")]);
  }
  expect((await send(`http://2130706433:${port}/`)).statusCode).toBe(204);
});

test("a redirect is a failure and is not followed, wherever it leads", async () => {
  receiver.answers(() => (response) => response.writeHead(307, { Location: `${receiver.url}/further` }).end());
  expect(await send(receiver.url)).toMatchObject({ statusCode: 307, failure: expect.stringContaining("not followed") });
  expect(receiver.taken).toHaveLength(1);
});

test("silence is a failure when the time is up, also while the name is looked up", async () => {
  receiver.answers(() => () => undefined);
  const silent = await send(receiver.url, { timeoutMilliseconds: 100 });
  expect(silent).toMatchObject({ statusCode: null, failure: "Nothing was answered within 0.1 s." });
  const resolve = () => new Promise<never>(() => undefined);
  const unresolved = await send(`http://hooks.example:${port}/`, { timeoutMilliseconds: 100, resolve });
  expect(unresolved).toMatchObject({ statusCode: null, failure: "Nothing was answered within 0.1 s." });
});

test("an answer is read to 8 KiB and no further; one that never ends counts by its status", async () => {
  receiver.answers(() => (response) => {
    response.writeHead(200);
    response.write("x".repeat(1_000_000));
  });
  const flood = await send(receiver.url);
  expect([flood.statusCode, flood.body?.length]).toEqual([200, 8_192]);
  receiver.answers(() => (response) => {
    response.writeHead(202);
    response.write("begun");
  });
  expect(await send(receiver.url, { timeoutMilliseconds: 100 })).toMatchObject({ statusCode: 202, body: "begun" });
});

test("what is no HTTP, and nobody who listens, is a failure with its reason", async () => {
  receiver.answers(() => (response) => response.socket?.destroy());
  expect(await send(receiver.url)).toMatchObject({ statusCode: null, failure: "socket hang up" });
  const server = createServer((socket) => socket.resume().end("220 mail.example ESMTP\r\n"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  const { port: other } = server.address() as { port: number };
  expect(await send(`http://127.0.0.1:${other}/`)).toMatchObject({
    statusCode: null,
    failure: expect.stringMatching(/./),
  });
  await new Promise((resolve) => server.close(resolve));
  expect(await send(`http://127.0.0.1:${other}/`)).toMatchObject({ failure: expect.stringContaining("ECONNREFUSED") });
});
