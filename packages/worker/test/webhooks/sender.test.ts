import type { LookupAddress } from "node:dns";
import { createServer } from "node:net";
import { createWebhookSender, type WebhookSenderOptions } from "@counterfoil/worker";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type LocalReceiver, startReceiver } from "./local-receiver.ts";
import { targets } from "./told-shop.ts";

// Single requests over real connections. Apart from the public internet, only 127.0.0.1 is allowed. The tests define
// how host names resolve.

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

test("a request connects to the checked address, and sends the host name", async () => {
  expect(await send(`http://hooks.example:${port}/a?b=c`)).toMatchObject({ statusCode: 204, failure: null });
  expect(receiver.taken).toMatchObject([{ path: "/a?b=c", headers: { host: `hooks.example:${port}` } }]);
});

test("looks up the host once per request, and rejects it when it resolves to a private address later", async () => {
  const answers = [found("127.0.0.1"), found("10.0.0.5")];
  let asked = 0;
  const resolve = () => Promise.resolve(answers[asked++] ?? []);
  expect(await send(`http://rebinding.example:${port}/`, { resolve })).toMatchObject({ statusCode: 204 });
  expect(asked).toBe(1);
  const refused = await send(`http://rebinding.example:${port}/`, { resolve });
  expect(refused).toMatchObject({ statusCode: null, failure: expect.stringContaining("not on the public internet") });
  // The message does not reveal the address.
  expect(refused.failure).not.toContain("10.0.0.5");
  expect([asked, receiver.taken.length]).toEqual([2, 1]);
});

test.each([
  ["a private address among several", found("127.0.0.1", "10.0.0.5")],
  ["an IPv6 form of a private address", found("::ffff:127.0.0.2")],
  ["the metadata service", found("169.254.169.254")],
  ["no address", []],
])("rejects a host name that resolves to %s", async (_, addresses) => {
  const answer = await send(`http://hooks.example:${port}/`, { resolve: () => Promise.resolve(addresses) });
  expect(answer).toMatchObject({ statusCode: null, failure: expect.stringContaining("not on the public internet") });
  expect(receiver.taken).toEqual([]);
});

test("checks IP addresses instead of host names, in every notation", async () => {
  for (const host of ["[::1]", "127.0.0.2", "2130706434", "0x7f.2", "0177.0.0.2"]) {
    const answer = await send(`http://${host}:${port}/`);
    expect([host, answer.failure]).toEqual([host, expect.stringContaining("not on the public internet")]);
  }
  expect((await send(`http://2130706433:${port}/`)).statusCode).toBe(204);
});

test("does not follow a redirect, and records a failure", async () => {
  receiver.answers(() => (response) => response.writeHead(307, { Location: `${receiver.url}/further` }).end());
  expect(await send(receiver.url)).toMatchObject({ statusCode: 307, failure: expect.stringContaining("not followed") });
  expect(receiver.taken).toHaveLength(1);
});

test("a missing response is a failure after the timeout, also during the DNS lookup", async () => {
  receiver.answers(() => () => undefined);
  const silent = await send(receiver.url, { timeoutMilliseconds: 100 });
  expect(silent).toMatchObject({ statusCode: null, failure: "The endpoint did not answer within 0.1 s." });
  const resolve = () => new Promise<never>(() => undefined);
  const unresolved = await send(`http://hooks.example:${port}/`, { timeoutMilliseconds: 100, resolve });
  expect(unresolved).toMatchObject({ statusCode: null, failure: "The endpoint did not answer within 0.1 s." });
});

test("reads at most 8 KiB of a response; one that never ends counts by its status", async () => {
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
  // The response has to begin within this time, also on a busy machine.
  expect(await send(receiver.url, { timeoutMilliseconds: 3_000 })).toMatchObject({ statusCode: 202, body: "begun" });
});

test("records the reason if a server does not speak HTTP or does not listen", async () => {
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
