import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { WebhookNotification } from "@counterfoil/sdk";
import { webhookHandler as expressWebhooks } from "@counterfoil/sdk/express";
import { webhookHandler as honoWebhooks } from "@counterfoil/sdk/hono";
import { webhookHandler, type WebhookHandlerOptions } from "@counterfoil/sdk/next";
import { Webhook } from "standardwebhooks";
import { expect, onTestFinished, test } from "vitest";

// R-SDK-2. Requests are signed by the library of Standard Webhooks. The handlers run in real frameworks in
// test/outside-judges/sdk-examples.

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const issued = {
  type: "invoice.issued",
  timestamp: "2026-05-01T00:00:00.000Z",
  data: { id: "inv_1", total: "119.00" },
};

function signedHeaders(body: string, by = secret, id = "ntf_1"): Record<string, string> {
  const now = new Date();
  return {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
    "webhook-signature": new Webhook(by).sign(id, now, body),
  };
}

function requestOf(body: string, headers: Record<string, string> = signedHeaders(body)): Request {
  return new Request("http://shop.example/webhooks", { method: "POST", body, headers });
}

/** A handler with its notifications by the function that got them. */
function recording(options: Partial<WebhookHandlerOptions<Request>> = {}) {
  const got: [string, WebhookNotification][] = [];
  const handle = webhookHandler({
    secret,
    on: { "invoice.issued": (event) => got.push(["issued", event]) },
    onOther: (event) => got.push(["other", event]),
    onRefused: ({ code }) => got.push(["refused", { id: code, type: "", timestamp: "", data: null }]),
    ...options,
  });
  return { got, handle };
}

test("a verified notification reaches the function of its type, and others reach onOther (R-SDK-2)", async () => {
  const { got, handle } = recording();
  expect((await handle(requestOf(JSON.stringify(issued)))).status).toBe(204);
  const newer = JSON.stringify({ ...issued, type: "invoice.of_the_future" });
  expect((await handle(requestOf(newer))).status).toBe(204);
  expect(got).toEqual([
    ["issued", { id: "ntf_1", ...issued }],
    ["other", { id: "ntf_1", ...issued, type: "invoice.of_the_future" }],
  ]);
});

test("a forged, changed or unsigned request gets 400 and reaches no function", async () => {
  const { got, handle } = recording();
  const body = JSON.stringify(issued);
  const forged = await handle(requestOf(body, signedHeaders(body, "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD")));
  expect([forged.status, forged.headers.get("content-type")]).toEqual([400, "application/problem+json"]);
  expect(await forged.json()).toMatchObject({ status: 400, code: "wrong_signature" });
  const changed = await handle(requestOf(body.replace("119.00", "1.00"), signedHeaders(body)));
  expect(await changed.json()).toMatchObject({ code: "wrong_signature" });
  expect(await (await handle(requestOf(body, {}))).json()).toMatchObject({ code: "missing_header" });
  expect(got.map(([name, { id }]) => [name, id])).toEqual([
    ["refused", "wrong_signature"],
    ["refused", "wrong_signature"],
    ["refused", "missing_header"],
  ]);
});

test("an error of the application passes to the framework, so that the notification is sent again", async () => {
  const broken = recording({ on: { "invoice.issued": () => Promise.reject(new Error("no database")) } });
  await expect(broken.handle(requestOf(JSON.stringify(issued)))).rejects.toThrowError("no database");
});

test("a missing secret is an error that says what to set, not a refusal", async () => {
  for (const missing of [undefined, "", [], () => undefined]) {
    const { got, handle } = recording({ secret: missing });
    await expect(handle(requestOf(JSON.stringify(issued)))).rejects.toThrowError("has no `secret`");
    expect(got).toEqual([]);
  }
});

test("a secret may be read at each request, and rotated", async () => {
  const other = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";
  const { handle } = recording({ secret: (request) => [other, request.headers.get("x-secret") ?? other] });
  const body = JSON.stringify(issued);
  expect((await handle(requestOf(body, { ...signedHeaders(body), "x-secret": secret }))).status).toBe(204);
  expect((await handle(requestOf(body))).status).toBe(400);
});

test("a body above the limit gets 413, before all of it is read", async () => {
  const { got, handle } = recording({ largestBodyBytes: 1_000 });
  let sent = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 600;
      controller.enqueue(new Uint8Array(600));
    },
  });
  const request = new Request("http://shop.example", { method: "POST", body: endless, duplex: "half" });
  expect(await (await handle(request)).json()).toMatchObject({ status: 413, code: "body_too_large" });
  expect(sent).toBeLessThan(6_000);
  expect(got).toEqual([]);
});

test("Hono: a body that another middleware has read is verified from what Hono kept", async () => {
  const body = JSON.stringify(issued);
  const raw = requestOf(body);
  const kept = await raw.arrayBuffer();
  const got: string[] = [];
  const handle = honoWebhooks({ secret, on: { "invoice.issued": ({ data }) => got.push(data.total) } });
  const context = { req: { raw, arrayBuffer: () => Promise.resolve(kept) }, set: () => undefined };
  expect((await handle(context)).status).toBe(204);
  expect(got).toEqual(["119.00"]);
});

/** A server of Node that calls Express's handler; `body` stands for what a parser has left. */
async function nodeServer(parse?: (bytes: Buffer) => unknown) {
  const got: string[] = [];
  const handle = expressWebhooks({ secret, on: { "invoice.issued": ({ data }) => got.push(data.total) } });
  const server = createServer((request, response) => {
    const run = (body?: unknown) =>
      handle(Object.assign(request, { method: "POST", body }), Object.assign(response, { locals: {} }), (error) =>
        response.writeHead(500).end(String(error)),
      );
    if (parse === undefined) return run();
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => run(parse(Buffer.concat(chunks))));
    return undefined;
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const post = (body: string) => fetch(url, { method: "POST", body, headers: signedHeaders(body) });
  return { got, post };
}

test("Express: the handler reads the body itself, and accepts one of express.raw() or express.text()", async () => {
  const long = JSON.stringify({ ...issued, data: { ...issued.data, note: "ü".repeat(300_000) } });
  for (const parse of [undefined, (bytes: Buffer) => bytes, (bytes: Buffer) => bytes.toString()]) {
    const { got, post } = await nodeServer(parse);
    expect((await post(long)).status).toBe(204);
    expect(got).toEqual(["119.00"]);
  }
});

test("Express: behind express.json() the error says where to register the handler", async () => {
  const { got, post } = await nodeServer((bytes) => JSON.parse(bytes.toString()) as unknown);
  const response = await post(JSON.stringify(issued));
  expect(response.status).toBe(500);
  expect(await response.text()).toContain("before app.use(express.json())");
  expect(got).toEqual([]);
});
