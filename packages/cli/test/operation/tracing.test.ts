import { isPackageSource, readRepository } from "@counterfoil/testkit/house-rules";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { type FakeCollector, startCollector } from "./fake-collector.ts";
import { startServing } from "./serving.ts";

const opened: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close();
});

/** Span kinds as OTLP numbers them. */
const [INTERNAL, SERVER, CLIENT] = [1, 2, 3];
const TRACE = "0af7651916cd43dd8448eb211c80319c";
const CALLER = "b7ad6b7169203331";

async function tracedServer(environment: Record<string, string> = {}) {
  const collector = await startCollector();
  opened.push(() => collector.stop());
  const server = await startServing({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
    COUNTERFOIL_WEBHOOK_ALLOW: "127.0.0.1",
    ...environment,
  });
  opened.push(() => server.remove());
  return { collector, server };
}

const named = ({ spans }: FakeCollector, name: string) => spans.filter((span) => span.name === name);

test("a request continues its caller's trace with a span for its transaction, and spans contain no personal data (R-OPS-4)", async () => {
  const { collector, server } = await tracedServer({ OTEL_RESOURCE_ATTRIBUTES: "deployment=test" });
  const headers = { traceparent: `00-${TRACE}-${CALLER}-01`, "X-Request-Id": "asked-1" };
  const account = { name: "Mallory", currency: "USD" };
  const made = await server.api.request("POST", "/accounts?note=hush", { body: account, headers });
  expect(made.status).toBe(400); // the parameter does not exist
  expect((await server.api.request("POST", "/accounts", { body: account, headers })).status).toBe(201);
  await server.api.request("GET", "/accounts/acct_hush");
  // The worker seals the audit entries in the background.
  await expect.poll(() => named(collector, "seal audit").length, { timeout: 30_000 }).toBeGreaterThan(0);
  server.process.kill("SIGTERM");
  expect(await server.ended).toBe(0); // and exports the remaining spans

  const posts = named(collector, "POST /accounts");
  expect(posts.map(({ facts }) => facts["http.response.status_code"])).toEqual([400, 201]);
  const post = posts[1];
  expect(post).toMatchObject({ traceId: TRACE, parentSpanId: CALLER, kind: SERVER, service: "counterfoil" });
  expect(post?.facts).toMatchObject({ "http.route": "/accounts", "counterfoil.request_id": "asked-1" });
  const below = named(collector, "transaction").filter(({ parentSpanId }) => parentSpanId === post?.spanId);
  expect(below.map(({ kind, traceId }) => [kind, traceId])).toEqual([[CLIENT, TRACE]]);
  const read = named(collector, "GET /accounts/:id")[0];
  expect(read?.traceId).not.toBe(TRACE);
  expect(read?.facts).toMatchObject({ "http.response.status_code": 404, "error.type": "not_found" });
  expect(named(collector, "seal audit")[0]).toMatchObject({ kind: INTERNAL, service: "counterfoil" });
  const told = collector.bodies.join("\n");
  for (const secret of ["hush", "Mallory", server.api.token]) expect(told).not.toContain(secret);
});

test("a webhook receiver can continue the trace of the attempt", async () => {
  const { collector, server } = await tracedServer();
  const heard = Promise.withResolvers<string>();
  const receiver = createServer((request, response) => {
    heard.resolve(String(request.headers["traceparent"]));
    request.resume();
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", () => resolve()));
  opened.push(() => new Promise<void>((resolve) => receiver.close(() => resolve())));
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hush`;
  await server.api.post("/webhook-endpoints", { url, eventTypes: ["*"] });
  await server.api.post("/accounts", { name: "Told", currency: "USD" });
  const [, traceId, spanId] = (await heard.promise).split("-");
  server.process.kill("SIGTERM");
  expect(await server.ended).toBe(0);
  const sent = named(collector, "webhook")[0];
  expect(sent).toMatchObject({ traceId, spanId, kind: CLIENT });
  expect(sent?.facts).toMatchObject({ "server.address": "127.0.0.1", "http.response.status_code": 204 });
  const attempt = named(collector, "deliver webhook")[0];
  expect(attempt).toMatchObject({ traceId, spanId: sent?.parentSpanId });
  expect(collector.bodies.join("")).not.toContain("hush");
});

test("an unavailable collector does no harm, and delays a stop only briefly", async () => {
  const { collector, server } = await tracedServer();
  await collector.stop();
  expect(await server.api.get("/accounts")).toMatchObject({ data: [] });
  server.process.kill("SIGTERM");
  expect(await server.ended).toBe(0);
});

test("without tracing, its packages are not loaded: one file names them, and imports them dynamically", () => {
  const files = readRepository((path) => isPackageSource(path) && path.endsWith(".ts"));
  expect(files.length).toBeGreaterThan(500);
  const naming = files.filter(({ text }) => text.includes('"@opentelemetry/'));
  expect(naming.map(({ path }) => path)).toEqual(["packages/cli/src/platform/tracing.ts"]);
  expect(naming[0]?.text).not.toMatch(/from "@opentelemetry/);
});
