import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { finished } from "../running-command.ts";
import { type Serving, startServing } from "./serving.ts";

// R-OPS-4: no log line contains a secret, whatever fails. These tests search everything that the process prints.

let server: Serving;
let owner: pg.Client;
/** A connection to another database, from which this one can be shut down. */
let outside: pg.Client;
const secrets = new Map<string, string>();

beforeAll(async () => {
  // An unavailable mail server and an unreachable payment provider: both fail and are logged.
  server = await startServing({
    COUNTERFOIL_LOG_LEVEL: "debug",
    COUNTERFOIL_METRICS_TOKEN: remember("the token of metrics", "metrics-0123456789abcdef"),
    SMTP_URL: `smtp://mailer:${remember("the password of SMTP", "smtp-hush-0123456789")}@127.0.0.1:9`,
    MAIL_FROM: "billing@example.com",
  });
  owner = new pg.Client({ connectionString: server.ownerUrl });
  owner.on("error", () => undefined);
  await owner.connect();
  const address = new URL(server.ownerUrl);
  address.pathname = "/postgres";
  outside = new pg.Client({ connectionString: address.toString() });
  await outside.connect();
});
afterAll(async () => {
  await Promise.all([owner.end().catch(() => undefined), outside.end()]);
  await server.remove();
});

function remember(what: string, secret: unknown): string {
  const text = String(secret);
  if (text.length < 6 || text === "undefined") throw new Error(`there is no ${what}: ${text}`);
  secrets.set(what, text);
  return text;
}

interface Sent {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
}

async function send({ method = "GET", path, headers = {}, body }: Sent): Promise<{ status: number; headers: Headers }> {
  const answer = await fetch(server.url + path, {
    method,
    headers: { ...(body === undefined ? {} : { "Content-Type": "application/json" }), ...headers },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  await answer.arrayBuffer();
  return { status: answer.status, headers: answer.headers };
}

/** Every request that carries a secret, in its valid form and with faults. */
function requests(): Sent[] {
  const secret = (what: string) => secrets.get(what) ?? "";
  const bearer = { Authorization: `Bearer ${secret("the key")}` };
  const password = secret("the password");
  const session = { Cookie: `counterfoil.session_token=${secret("the session")}`, Origin: server.url };
  const invitation = secret("the invitation");
  const link = secret("the invoice link");
  const stripe = { secretKey: secret("the provider's key"), webhookSecret: secret("the provider's webhook secret") };
  return [
    { path: "/accounts", headers: bearer },
    { path: `/accounts?filter=${secret("the text of a query")}`, headers: bearer },
    { path: "/accounts", headers: { Authorization: `Bearer ${secret("a wrong key")}` } },
    { path: `/accounts/${"x".repeat(40)}`, headers: { Authorization: `Basic ${secret("a wrong key")}` } },
    {
      method: "POST",
      path: "/accounts",
      headers: { ...bearer, "Idempotency-Key": secret("the idempotency key") },
      body: { name: "Once", currency: "USD" },
    },
    { method: "POST", path: "/accounts", headers: bearer, body: `{"name": "${secret("an invalid body")}` },
    {
      method: "POST",
      path: "/auth/sign-in",
      headers: { Origin: server.url },
      body: { email: "ada@example.com", password },
    },
    {
      method: "POST",
      path: "/auth/sign-in",
      headers: { Origin: server.url },
      body: { email: "ada@example.com", password: secret("a wrong password") },
    },
    { path: "/me", headers: session },
    { path: "/people", headers: session },
    { method: "POST", path: "/auth/invitation", headers: { Origin: server.url }, body: { token: invitation } },
    {
      method: "POST",
      path: "/auth/invitation/accept",
      headers: { Origin: server.url },
      body: { token: invitation, name: "Bob", password: "short" },
    },
    {
      method: "POST",
      path: "/auth/password-reset/confirm",
      headers: { Origin: server.url },
      body: { token: secret("a reset"), password },
    },
    { method: "PATCH", path: "/payment-settings", headers: bearer, body: { provider: "stripe", stripe } },
    {
      method: "POST",
      path: `/payment-providers/stripe/webhook/${secret("the organization")}`,
      headers: { "Stripe-Signature": secret("a signature") },
      body: { id: "evt_1" },
    },
    { path: `/public/invoices/${link}` },
    { path: `/public/invoices/${link}/pdf` },
    { method: "POST", path: `/public/invoices/${link}/pay` },
    { path: `/public/invoices/${link}/nothing` },
    { path: `/public/invoice/${link}` },
    { path: `/quotes/${secret("a quote link")}` },
    { path: `/quotes/${secret("a quote link")}/pdf?x=%zz` },
    { method: "DELETE", path: `/quotes/${secret("a quote link")}` },
    { path: `/%zz/${secret("a quote link")}` },
    { path: "/health/metrics", headers: { Authorization: `Bearer ${secret("the token of metrics")}` } },
    { path: "/webhook-endpoints", headers: bearer },
  ];
}

/** Checks that the output so far contains none of the secrets. The organization's ID is not a secret. */
function expectNoSecret(): void {
  const printed = server.output();
  const told = [...secrets].filter(([what, secret]) => what !== "the organization" && printed.includes(secret));
  expect(told.map(([what]) => what)).toEqual([]);
}

test("creates and uses every secret, and logs none", async () => {
  remember("the key", server.api.token);
  const { id } = await server.api.get<{ id: string }>("/organization");
  remember("the organization", id);
  const made = await finished(["person", "create", "--organization", id, "--email", "ada@example.com", "--json"], {
    DATABASE_URL: server.ownerUrl,
  });
  const person = JSON.parse(made.output.trim().split("\n").at(-1) ?? "") as { password: string };
  remember("the password", person.password);
  const signIn = { email: "ada@example.com", password: person.password };
  const signed = await send({ method: "POST", path: "/auth/sign-in", headers: { Origin: server.url }, body: signIn });
  remember("the session", /session_token=([^;]+)/.exec(signed.headers.get("set-cookie") ?? "")?.[1]);
  await send({
    method: "POST",
    path: "/invitations",
    headers: { Cookie: `counterfoil.session_token=${secrets.get("the session") ?? ""}`, Origin: server.url },
    body: { email: "bob@example.com", role: "viewer" },
  });
  const { rows } = await owner.query<{ token: string }>("select token from identity.letter");
  remember("the invitation", rows[0]?.token);
  const endpoint = await server.api.post("/webhook-endpoints", { url: "https://hooks.invalid/a", eventTypes: ["*"] });
  remember("the webhook secret", endpoint["secret"]);
  const stripe = {
    secretKey: remember("the provider's key", "sk_test_hush_0123456789"),
    webhookSecret: remember("the provider's webhook secret", "whsec_hush_0123456789"),
    publishableKey: "pk_test_1",
  };
  await server.api.patch("/payment-settings", { provider: "stripe", stripe });
  const account = await server.api.post("/accounts", { name: "Payer", currency: "USD" });
  const invoice = await server.api.post("/invoices", {
    accountId: account.id,
    lines: [{ description: "Work", unitPrice: "10.00" }],
    autoIssue: true,
  });
  remember("the invoice link", (await server.api.post(`/invoices/${invoice.id}/payment-link`))["token"]);
  for (const what of [
    "a wrong key",
    "a wrong password",
    "the text of a query",
    "the idempotency key",
    "an invalid body",
    "a reset",
    "a signature",
    "a quote link",
  ]) {
    remember(what, `hush-${what.replaceAll(" ", "-")}-0123456789`);
  }
  const statuses = await Promise.all(requests().map(async (one) => (await send(one)).status));
  expect(statuses).toEqual(expect.arrayContaining([200, 201, 400, 401, 404]));
  expectNoSecret();
  // The requests were logged, with the pattern of their route and their IDs.
  const completed = server.lines().filter(({ msg }) => msg === "request completed");
  expect(completed.length).toBeGreaterThanOrEqual(statuses.length - 1);
  expect(completed.every(({ reqId }) => typeof reqId === "string")).toBe(true);
  expect(server.output()).toContain("/public/invoices/*");
});

test("failed statements are logged without their parameters", async () => {
  const tables = ["account", "payment_setting", "idempotency_record", "invoice_link", "quote_link", "identity.session"];
  const { rows } = await owner.query<{ name: string }>(
    "select name from unnest($1::text[]) as name where to_regclass(name) is not null",
    [tables],
  );
  expect(rows.length).toBeGreaterThan(3);
  const rename = (name: string, to: string) => owner.query(`alter table ${name} rename to ${to}`);
  for (const { name } of rows) await rename(name, `${name.split(".").at(-1) ?? name}_away`);
  const statuses = await Promise.all(requests().map(async (one) => (await send(one)).status));
  for (const { name } of rows) await rename(`${name}_away`, name.split(".").at(-1) ?? name);
  expect(statuses.filter((status) => status === 500).length).toBeGreaterThan(3);
  const failed = server.lines().filter(({ msg }) => msg === "request failed");
  expect(failed.length).toBeGreaterThan(3);
  const told = { message: expect.stringContaining("does not exist"), code: "42P01" };
  expect(failed.map(({ err }) => err)).toEqual(expect.arrayContaining([expect.objectContaining(told)]));
  expectNoSecret();
});

test("logs no secrets while the database is unavailable", async () => {
  const before = server.lines().length;
  const name = new URL(server.ownerUrl).pathname.slice(1);
  await outside.query(`alter database ${name} allow_connections false`);
  await outside.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [name]);
  const statuses = await Promise.all(requests().map(async (one) => (await send(one)).status));
  expect(statuses.filter((status) => status >= 500).length).toBeGreaterThan(10);
  expect(server.lines().length).toBeGreaterThan(before);
  expectNoSecret();
  await outside.query(`alter database ${name} allow_connections true`);
});
