import { type ClientRequest, request } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { createServer } from "@counterfoil/http";
import { environment } from "@counterfoil/testkit/scenario";
import { afterAll, beforeAll, expect, test } from "vitest";

// R-API-9: bodies of events have up to 32 MiB, and the memory for simultaneous bodies is limited. The bodies of the
// first test have 4 MB, and this server has space for as much.

const MEBIBYTE = 1024 * 1024;
let platform: Awaited<ReturnType<typeof environment>>;
let key: string;
let url: string;
let server: Awaited<ReturnType<typeof createServer>>;

beforeAll(async () => {
  platform = await environment();
  const { api } = await platform.createOrganization();
  key = api.token;
  const bodies = { largeBytes: 4 * MEBIBYTE, smallBytes: MEBIBYTE, waitMilliseconds: 60_000, most: 8 };
  server = await createServer(platform.ports, { bodies });
  await server.listen({ port: 0, host: "127.0.0.1" });
  url = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
});

afterAll(() => server.close());

/** 200 events, each with this many texts of 9,000 letters. */
function body(name: string, texts: number): string {
  const letters = "x".repeat(9_000);
  const properties = Object.fromEntries(Array.from({ length: texts }, (_, at) => [`text${at}`, letters]));
  const events = Array.from({ length: 200 }, (_, at) => {
    return { uniqueId: `${name}-${at}`, account: "acct-of-large-bodies", eventName: "read", properties };
  });
  return JSON.stringify({ events });
}

async function send(content: string | Buffer, headers: Record<string, string> = {}) {
  const answer = await fetch(`${url}/events?detail=counts`, {
    method: "POST",
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json", ...headers },
    body: content,
  });
  return { status: answer.status, said: (await answer.json()) as Record<string, unknown>, headers: answer.headers };
}

test("simultaneous large bodies wait for each other; each is stored once, also compressed, and duplicates are detected", async () => {
  const sent = ["a", "b", "c"].map((name) => body(name, 2));
  const packed = ["d", "e"].map((name) => gzipSync(body(name, 2)));
  const all = () =>
    Promise.all([
      ...sent.map((content) => send(content)),
      ...packed.map((content) => send(content, { "Content-Encoding": "gzip" })),
    ]);
  const first = await all();
  expect(first.map(({ status, said }) => [status, said["ingested"]])).toEqual(first.map(() => [200, 200]));
  const again = await all();
  expect(again.map(({ status, said }) => [status, said["duplicates"]])).toEqual(again.map(() => [200, 200]));
});

test("refuses a body that unpacks to more than 32 MiB, and accepts those that wait behind it", async () => {
  const bomb = gzipSync(Buffer.alloc(100 * MEBIBYTE, " "));
  const [refused, taken] = await Promise.all([
    send(bomb, { "Content-Encoding": "gzip" }),
    send(gzipSync(body("f", 1)), { "Content-Encoding": "gzip" }),
  ]);
  expect([refused.status, refused.said["code"], taken.status]).toEqual([413, "payload_too_large", 200]);
});

test("the sender of a body that is too large gets the reason, and may go on on its connection", async () => {
  const answer = await fetch(`${url}/events`, {
    method: "POST",
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
    body: " ".repeat(32 * MEBIBYTE + 1),
  });
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([413, "payload_too_large"]);
  // A connection that closes here resets the rest of the body, often before the sender has read the response.
  expect(answer.headers.get("connection")).not.toBe("close");
});

test("counts and refuses a million empty events without parsing them", async () => {
  const { status, said } = await send(`{"events":[${"{},".repeat(1_000_000)}{}]}`);
  expect([status, said["code"]]).toEqual([422, "validation_failed"]);
  expect(JSON.stringify(said["errors"])).toContain("The body has 1000001 events");
});

test("returns 503 with Retry-After if there is no space in time, and accepts a single event meanwhile", async () => {
  const bodies = { largeBytes: 32 * MEBIBYTE, smallBytes: MEBIBYTE, waitMilliseconds: 200, most: 8 };
  const small = await createServer(platform.ports, { bodies });
  await small.listen({ port: 0, host: "127.0.0.1" });
  const at = `http://127.0.0.1:${(small.server.address() as AddressInfo).port}/events`;
  const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
  const holder = holdRoom(at, headers);
  let refused: Response;
  do {
    refused = await fetch(at, { method: "POST", headers, body: body("g", 1) });
    await refused.clone().json();
  } while (refused.status === 200);
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "2"]);
  expect(await refused.json()).toMatchObject({ code: "bodies_overloaded" });
  const event = { uniqueId: "single", account: "acct-of-large-bodies", eventName: "read" };
  expect((await fetch(at, { method: "POST", headers, body: JSON.stringify(event) })).status).toBe(200);
  holder.leave();
  await small.close();
});

/**
 * Announces a body that fills the space, and sends only its start. Retries if another body kept it from getting space.
 */
function holdRoom(at: string, headers: Record<string, string>): { readonly leave: () => void } {
  let current: ClientRequest;
  const hold = (): void => {
    current = request(at, { method: "POST", headers: { ...headers, "Content-Length": 32 * MEBIBYTE } });
    current.on("error", () => undefined);
    current.once("response", (answer) => {
      answer.resume();
      current.destroy();
      hold();
    });
    current.write('{"events":[');
  };
  hold();
  return { leave: () => current.destroy() };
}
