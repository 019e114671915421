import { type Client, type ClientOptions, CounterfoilError, createClient } from "@counterfoil/sdk";
import { expect, test } from "vitest";
import { breakOff, type FaultyAnswer, faultyServer, hangUp, json, problem, silence } from "./support/faulty-server.ts";

const invoice = json(200, { id: "inv_1" }, { ETag: '"a"', "X-Request-Id": "req-2" });
const note = { invoiceId: "inv_1", reason: "other" } as never;

async function client(answers: readonly FaultyAnswer[], options: ClientOptions = {}) {
  const { url, seen } = await faultyServer(...answers);
  return { client: createClient({ baseUrl: url, apiKey: "key", ...options }), seen };
}

async function errorOf(call: PromiseLike<unknown>): Promise<CounterfoilError> {
  const error: unknown = await Promise.resolve(call).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(CounterfoilError);
  return error as CounterfoilError;
}

test("a read survives a broken connection, an incomplete response and an unavailable server (R-SDK-1)", async () => {
  const away = problem(503, "database_unavailable", { "Retry-After": "0" });
  const { client: one, seen } = await client([hangUp, breakOff, away, invoice]);
  const { result, etag, requestId } = await one.invoices.get("inv_1").answer();
  expect({ result, etag, requestId }).toEqual({ result: { id: "inv_1" }, etag: '"a"', requestId: "req-2" });
  expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual(Array(4).fill("GET /invoices/inv_1"));
  expect(seen[0]?.headers["idempotency-key"]).toBeUndefined();
  expect(seen[0]?.headers.authorization).toBe("Bearer key");
});

test("retries a write with the same key, so that it has one effect (R-API-5)", async () => {
  const { client: one, seen } = await client([hangUp, problem(429, "rate_limited", { "Retry-After": "0" }), invoice]);
  await one.creditNotes.create(note);
  await one.creditNotes.create(note);
  const keys = seen.map(({ headers }) => headers["idempotency-key"]);
  expect(new Set(keys.slice(0, 3)).size).toBe(1);
  expect(keys[3]).not.toBe(keys[0]);
  await one.creditNotes.create(note, { idempotencyKey: "note of May" });
  expect(seen.at(-1)?.headers["idempotency-key"]).toBe("note of May");
});

test("waits while the server processes an identical request, but does not retry a state conflict", async () => {
  const twin = problem(409, "idempotency_in_progress", { "Retry-After": "0" });
  const { client: one, seen } = await client([twin, problem(409, "state_conflict")]);
  expect(await errorOf(one.invoices.issue("inv_1"))).toMatchObject({ status: 409, code: "state_conflict" });
  expect(seen).toHaveLength(2);
});

test("waits for Retry-After, but fails at once if it is too long", async () => {
  const { client: one, seen } = await client([problem(429, "rate_limited", { "Retry-After": "1" }), invoice]);
  const began = performance.now();
  await one.invoices.get("inv_1");
  expect(performance.now() - began).toBeGreaterThan(1_000);
  expect(seen).toHaveLength(2);

  const { client: two, seen: seenByTwo } = await client([problem(429, "rate_limited", { "Retry-After": "3600" })]);
  expect(await errorOf(two.invoices.get("inv_1"))).toMatchObject({ status: 429, retryAfterSeconds: 3600 });
  expect(seenByTwo).toHaveLength(1);
});

test("a rejection is an error with its code, request ID and every fault, and is not retried (R-API-4)", async () => {
  const errors = [{ pointer: "/name", code: "missing", detail: "name is missing." }];
  const body = {
    title: "Invalid",
    status: 422,
    detail: "It is invalid.",
    code: "validation_failed",
    requestId: "r",
    errors,
  };
  const { client: one, seen } = await client([json(422, body)]);
  const error = await errorOf(one.accounts.create({} as never));
  expect(error).toMatchObject({ status: 422, code: "validation_failed", requestId: "r", errors });
  expect(error.message).toBe("It is invalid.\n  /name: name is missing.");
  expect(seen).toHaveLength(1);
});

test("a response that is not from Counterfoil is quoted in the error", async () => {
  const page: FaultyAnswer = (_seen, response) => response.writeHead(404).end("<h1>nginx</h1>");
  const { client: one } = await client([page]);
  expect(await errorOf(one.invoices.get("inv_1"))).toMatchObject({
    status: 404,
    code: "unexpected_answer",
    message: "Unexpected response 404: <h1>nginx</h1>",
  });
});

test("each attempt has its own timeout, and the caller's signal ends all attempts", async () => {
  const { client: one, seen } = await client([silence], { timeoutMilliseconds: 500, retries: 1 });
  expect(await errorOf(one.invoices.get("inv_1"))).toMatchObject({ status: 0, code: "timed_out" });
  expect(seen).toHaveLength(2);

  const { client: two } = await client([silence]);
  const controller = new AbortController();
  const reason = new Error("The page was left.");
  const call = two.invoices.get("inv_1", { signal: controller.signal });
  controller.abort(reason);
  await expect(call).rejects.toBe(reason);
});

test("an unreachable server causes an error without a status", async () => {
  const one = createClient({ baseUrl: "http://127.0.0.1:1", apiKey: "key", retries: 0 });
  expect(await errorOf(one.invoices.get("inv_1"))).toMatchObject({ status: 0, code: "connection_failed" });
});

test("asks for the key before each attempt, and sends none with a session", async () => {
  const keys = ["old", "new"];
  const { client: one, seen } = await client([hangUp, invoice], { apiKey: () => Promise.resolve(keys.shift() ?? "") });
  await one.invoices.get("inv_1");
  expect(seen.map(({ headers }) => headers.authorization)).toEqual(["Bearer old", "Bearer new"]);

  const { url, seen: seenBySession } = await faultyServer(invoice);
  await createClient({ baseUrl: url, session: true, organizationId: "org_1" }).invoices.get("inv_1");
  expect(seenBySession[0]?.headers).toMatchObject({ "counterfoil-organization": "org_1" });
  expect(seenBySession[0]?.headers.authorization).toBeUndefined();
  expect(() => createClient({ apiKey: "key", session: true })).toThrow("not both");
});

test.each(["", ".", ".."])("rejects the ID %j, which would change the path", async (id) => {
  const { client: one, seen } = await client([invoice]);
  expect(() => one.invoices.get(id)).toThrow(TypeError);
  await one.invoices.get("a/b?c");
  expect(seen.map(({ url }) => url)).toEqual(["/invoices/a%2Fb%3Fc"]);
});

// Each kind of write: without the condition, the server could overwrite a change that the caller wanted to protect.
test.each<[string, (one: Client) => PromiseLike<unknown>]>([
  ["PATCH", (one) => one.accounts.update("acct_1", { name: "New" }, { ifMatch: '"a"' })],
  ["DELETE", (one) => one.invoices.delete("inv_1", { ifMatch: '"a"' })],
  ["PUT", (one) => one.mailTemplates.put("invoice", { subject: "a", text: "b" }, {}, { ifMatch: '"a"' })],
  ["POST", (one) => one.products.archive("prod_1", { ifMatch: '"a"' })],
])("%s sends the given ETag as If-Match", async (method, call) => {
  const { client: one, seen } = await client([json(412, { code: "precondition_failed", detail: "It changed." })]);
  expect(await errorOf(call(one))).toMatchObject({ status: 412 });
  expect([seen[0]?.method, seen[0]?.headers["if-match"]]).toEqual([method, '"a"']);
});

test("a call refused as unauthorized is sent again, with the same key, once the caller has authenticated", async () => {
  const expired = problem(401, "unauthorized");
  const asked: string[] = [];
  const onUnauthorized = ({ code }: CounterfoilError) => Promise.resolve(asked.push(code) < 3);
  const { client: one, seen } = await client([expired, expired, invoice, expired], { onUnauthorized, retries: 0 });
  await one.creditNotes.create(note);
  expect(asked).toEqual(["unauthorized", "unauthorized"]);
  expect(new Set(seen.map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
  expect(await errorOf(one.invoices.get("inv_1"))).toMatchObject({ status: 401, code: "unauthorized" });
  expect(seen).toHaveLength(4);
});

test("a wrong password is not taken for an ended session", async () => {
  const { client: one, seen } = await client([problem(401, "sign_in_failed")], {
    onUnauthorized: () => Promise.reject(new Error("It was called.")),
  });
  expect(await errorOf(one.auth.signIn({ email: "a@example.com", password: "x" }))).toMatchObject({ status: 401 });
  expect(seen).toHaveLength(1);
});
