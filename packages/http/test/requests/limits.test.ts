import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import { createServer, type ServerOptions } from "@counterfoil/http";
import { type Api, createApi, environment, type Environment } from "@counterfoil/testkit/scenario";
import { afterAll, beforeAll, expect, test } from "vitest";

// R-API-8, R-API-9: limits of callers, with keys that send too many requests and sockets that send anything.

let platform: Environment;
let api: Api;
let port: number;
const opened: { close(): Promise<unknown> }[] = [];

/** Another server on the same database, with its own limits. */
async function serve(options: ServerOptions): Promise<{ url: string; port: number }> {
  const server = await createServer(platform.ports, options);
  opened.push(server);
  await server.listen({ port: 0, host: "127.0.0.1" });
  const taken = (server.server.address() as AddressInfo).port;
  return { url: `http://127.0.0.1:${taken}`, port: taken };
}

beforeAll(async () => {
  platform = await environment();
  ({ api } = await platform.createOrganization());
  port = Number(new URL(platform.url).port);
});

afterAll(() => Promise.all(opened.map((server) => server.close())));

/** Sends raw bytes, and returns what arrives until the other side ends or nothing more is expected. */
async function say(text: string | readonly string[], to = port): Promise<string> {
  const socket = connect(to, "127.0.0.1");
  let heard = "";
  socket.setEncoding("utf8").on("data", (piece: string) => {
    heard += piece;
    if (isWhole(heard)) socket.end();
  });
  socket.on("error", () => undefined);
  await once(socket, "connect");
  for (const piece of [text].flat()) socket.write(piece);
  await once(socket, "close");
  return heard;
}

function isWhole(heard: string): boolean {
  const [head = "", body] = heard.split("\r\n\r\n");
  const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? Number.NaN);
  return body !== undefined && Buffer.byteLength(body) >= length;
}

const problemOf = (heard: string): Record<string, unknown> => {
  expect(heard).toContain("application/problem+json");
  expect(heard).toMatch(/x-request-id: /i);
  return JSON.parse(heard.slice(heard.indexOf("\r\n\r\n") + 4)) as Record<string, unknown>;
};

const posting = (body: string, path = "/accounts", type = "application/json", length = Buffer.byteLength(body)) =>
  [
    `POST ${path} HTTP/1.1`,
    "Host: x",
    `Authorization: Bearer ${api.token}`,
    `Content-Type: ${type}`,
    `Content-Length: ${length}`,
    "",
    body,
  ].join("\r\n");

test("answers invalid HTTP, or headers that are too large, with a problem and closes the connection", async () => {
  expect(problemOf(await say("HELLO\r\n\r\n"))).toMatchObject({ status: 400, code: "malformed_request" });
  const long = `GET /accounts HTTP/1.1\r\nHost: x\r\nX-Long: ${"x".repeat(20_000)}\r\n\r\n`;
  expect(problemOf(await say(long))).toMatchObject({ status: 431, code: "headers_too_large" });
  for (const path of ["/%", "/accounts/%E0%A4%A", `/accounts/${"x".repeat(4_000)}`, "/accounts/%00"]) {
    const heard = await say(`GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${api.token}\r\n\r\n`);
    expect([path.slice(0, 20), Number(problemOf(heard)["status"]) < 500]).toEqual([path.slice(0, 20), true]);
  }
});

test("refuses hostile bodies by name with a 4xx, quickly, and serves the next one", async () => {
  const mebibyte = 1024 * 1024;
  const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;
  const bodies: Record<string, { body: string; code: string }> = {
    "500,000 arrays in one another": { body: "[".repeat(500_000) + "]".repeat(500_000), code: "malformed_request" },
    "50,000 objects in one another": { body: deep(50_000), code: "malformed_request" },
    "an array where it is not closed": { body: "[".repeat(500_000), code: "malformed_request" },
    "300,000 items": { body: `{"name":"x","aliases":[${"1,".repeat(300_000)}1]}`, code: "malformed_request" },
    "20,000 wrong items": { body: `{"name":"x","aliases":[${"1,".repeat(20_000)}1]}`, code: "validation_failed" },
    "60,000 members": {
      body: `{${Array.from({ length: 60_000 }, (_, index) => `"m${index}":1`).join()}}`,
      code: "malformed_request",
    },
    "a name of a million characters": { body: `{"name":"${"x".repeat(mebibyte - 100)}"}`, code: "validation_failed" },
    "the prototype": { body: '{"name":"x","__proto__":{"isAdmin":true}}', code: "malformed_request" },
    "the constructor's prototype": { body: '{"constructor":{"prototype":{"a":1}}}', code: "malformed_request" },
    "a number beyond numbers": { body: '{"name":1e400}', code: "validation_failed" },
    NUL: { body: '{"name":"a\\u0000b"}', code: "validation_failed" },
    "half of a surrogate pair": { body: '{"name":"\\ud800"}', code: "validation_failed" },
    "more than a mebibyte": { body: `{"name":"${"x".repeat(mebibyte)}"}`, code: "payload_too_large" },
    "bytes that are no UTF-8": { body: '{"name":"\u00ff"}', code: "" },
  };
  for (const [what, { body, code }] of Object.entries(bodies)) {
    const begun = performance.now();
    const answer = await api.request("POST", "/accounts", { body, headers: { "Content-Type": "application/json" } });
    expect([what, performance.now() - begun < 3_000]).toEqual([what, true]);
    if (code === "") expect(answer.status, what).toBeLessThan(500);
    else expect([what, answer.body["code"]]).toEqual([what, code]);
  }
  expect(({} as { isAdmin?: unknown }).isAdmin).toBeUndefined();
  expect((await api.post("/accounts", { name: "Served" }))["name"]).toBe("Served");
});

test("does not read a body that announces to be too large or has an unknown type (413, 415)", async () => {
  const large = await say(posting("{", "/accounts", "application/json", 5_000_000));
  expect(problemOf(large)).toMatchObject({ status: 413, code: "payload_too_large" });
  const events = await say(posting("{", "/events", "application/json", 33 * 1024 * 1024));
  expect(problemOf(events)).toMatchObject({ status: 413, code: "payload_too_large" });
  for (const type of ["text/plain", "application/xml", "multipart/form-data; boundary=x"]) {
    expect(problemOf(await say(posting("{}", "/accounts", type)))).toMatchObject({ status: 415 });
  }
});

test(
  "returns 408 and disconnects a client that sends headers or a body too slowly; a stream continues as long as " +
    "bytes arrive",
  async () => {
    const slow = await serve({ connections: { most: 50, headers: 300, request: 900, idle: 20_000 } });
    expect(problemOf(await say("GET /accounts HTTP/1.1\r\nHost: x\r\n", slow.port))).toMatchObject({ status: 408 });
    const begun = performance.now();
    expect(await say(posting('{"name"', "/accounts", "application/json", 500), slow.port)).toContain("408");
    expect(performance.now() - begun).toBeLessThan(5_000);

    const line = (uniqueId: string) => `${JSON.stringify({ uniqueId, account: "acme", eventName: "call" })}\n`;
    const socket = connect(slow.port, "127.0.0.1").setEncoding("utf8");
    let heard = "";
    socket.on("data", (piece: string) => (heard += piece));
    const chunk = (text: string) => socket.write(`${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`);
    socket.write(
      `POST /events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${api.token}\r\n` +
        "Content-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n",
    );
    // Twice as long as a whole body may take.
    for (let step = 0; step < 6; step += 1) {
      chunk(line(`slow-${step}`));
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    socket.write("0\r\n\r\n");
    await once(socket, "close");
    expect(heard).toContain("200 OK");
    expect(heard).toContain("slow-5");
  },
);

test("limits the number of connections, and has space again when they end", async () => {
  const few = await serve({ connections: { most: 3, headers: 5_000, request: 5_000, idle: 5_000 } });
  const held = Array.from({ length: 3 }, () => connect(few.port, "127.0.0.1"));
  await Promise.all(held.map((socket) => once(socket, "connect")));
  const refused = connect(few.port, "127.0.0.1").on("error", () => undefined);
  await once(refused, "close");
  await Promise.all(held.map(end));
  expect(await say("GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n", few.port)).toContain("200 OK");
});

test("a connection whose response comes while the server closes does not keep the server open", async () => {
  const server = await createServer(platform.ports);
  await server.listen({ port: 0, host: "127.0.0.1" });
  const socket = connect((server.server.address() as AddressInfo).port, "127.0.0.1").setEncoding("utf8");
  let heard = "";
  socket.on("data", (piece: string) => (heard += piece));
  const body = JSON.stringify({ name: "Late" });
  socket.write(
    `POST /accounts HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${api.token}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 5)}`,
  );
  await once(server.server, "request");
  const begun = performance.now();
  const closed = server.close();
  await new Promise((resolve) => setTimeout(resolve, 50));
  socket.write(body.slice(5));
  await closed;
  expect(heard).toMatch(/^HTTP\/1\.1 2/);
  // Node keeps an idle connection for more than a minute.
  expect(performance.now() - begun).toBeLessThan(20_000);
});

async function end(socket: Socket): Promise<void> {
  socket.destroy();
  await once(socket, "close");
}

test("tells a key above its limit when to retry, without affecting others (R-API-8)", async () => {
  // One request in 50 seconds, so that nothing is refilled while the test runs.
  const { url } = await serve({
    rates: { requests: { perSecond: 0.02, burst: 5 }, usage: { perSecond: 0.02, burst: 20 } },
  });
  const limited = createApi(url, api.token);
  const answers = [];
  for (let asked = 0; asked < 8; asked += 1) answers.push(await limited.request("GET", "/accounts"));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.slice(0, 5)).toEqual([200, 200, 200, 200, 200]);
  expect(statuses.slice(5)).toEqual([429, 429, 429]);
  expect(answers[0]?.headers.get("RateLimit-Limit")).toBe("5");
  expect(answers[0]?.headers.get("RateLimit-Remaining")).toBe("4");
  // (5 − 4) ÷ 0.02 a second
  expect(answers[0]?.headers.get("RateLimit-Reset")).toBe("50");
  const refused = answers.at(-1);
  expect(refused?.body["code"]).toBe("rate_limited");
  const wait = Number(refused?.headers.get("Retry-After"));
  expect([wait > 0, wait <= 50]).toEqual([true, true]);
  expect(refused?.headers.get("RateLimit-Remaining")).toBe("0");

  // Usage has a separate bucket: all 20 of the first body are accepted, and the next is refused.
  const events = Array.from({ length: 25 }, (_, index) => ({ uniqueId: `r-${index}`, account: "a", eventName: "e" }));
  expect((await limited.request("POST", "/events", { body: { events } })).status).toBe(200);
  expect((await limited.request("POST", "/events", { body: { events: events.slice(0, 1) } })).status).toBe(429);

  const { api: others } = await platform.createOrganization();
  expect((await createApi(url, others.token).request("GET", "/accounts")).status).toBe(200);
});

test("counts guesses of keys by their address, and shows the limits in every response", async () => {
  const { url } = await serve({ rates: { requests: { perSecond: 0.02, burst: 3 }, usage: null } });
  const stranger = createApi(url, "cf_test_wrong");
  const statuses = [];
  for (let asked = 0; asked < 5; asked += 1) statuses.push((await stranger.request("GET", "/accounts")).status);
  expect(statuses).toEqual([401, 401, 401, 429, 429]);
  for (const path of ["/nowhere", "/health/live", "/openapi.json", "/accounts"]) {
    const { headers } = await createApi(url, path === "/accounts" ? api.token : "").request("GET", path);
    expect([path, headers.has("RateLimit-Limit"), headers.has("X-Request-Id")]).toEqual([path, true, true]);
  }
});

test("sends no CORS headers to other origins unless they are configured (R-API-9)", async () => {
  const asking = { Origin: "https://app.example.com", "Access-Control-Request-Method": "POST" };
  const closed = await platform.api("").request("OPTIONS", "/accounts", { headers: asking });
  expect([closed.status, closed.headers.get("Access-Control-Allow-Origin")]).toEqual([405, null]);
  const { url } = await serve({ corsOrigins: ["https://app.example.com"] });
  const open = createApi(url, api.token);
  const preflight = await open.request("OPTIONS", "/accounts", { headers: asking });
  expect([preflight.status, preflight.headers.get("Access-Control-Allow-Origin")]).toEqual([204, asking.Origin]);
  const answer = await open.request("GET", "/accounts", { headers: { Origin: asking.Origin } });
  expect([answer.status, answer.headers.get("Access-Control-Allow-Origin")]).toEqual([200, asking.Origin]);
  const other = await open.request("GET", "/accounts", { headers: { Origin: "https://evil.example" } });
  expect(other.headers.get("Access-Control-Allow-Origin")).toBeNull();
});

test("uses a well-formed X-Request-Id of the caller throughout, and replaces an invalid one", async () => {
  const given = await api.request("GET", "/nowhere", { headers: { "X-Request-Id": "order-7.retry_2" } });
  expect([given.headers.get("X-Request-Id"), given.body["requestId"]]).toEqual(["order-7.retry_2", "order-7.retry_2"]);
  const { id } = (await api.request("POST", "/plans", { body: { name: "P" }, headers: { "X-Request-Id": "o-8" } }))
    .body;
  expect(id).toMatch(/^plan_/);
  for (const wrong of ["a b", "x".repeat(65), "<script>"]) {
    const answer = await api.request("GET", "/nowhere", { headers: { "X-Request-Id": wrong } });
    expect(answer.headers.get("X-Request-Id")).toMatch(/^[0-9a-f-]{36}$/);
  }
});
