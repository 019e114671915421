import { createHash } from "node:crypto";
import { Writable } from "node:stream";
import { createServer } from "@counterfoil/http";
import {
  acceptQuote,
  type Json,
  readQuote,
  scenario,
  sendQuote,
  signer,
  type Story,
} from "@counterfoil/testkit/scenario";
import pg from "pg";
import { beforeAll, expect, test } from "vitest";
import { departures } from "../conformance/shape.ts";
import * as tables from "../conformance/tables.ts";
import { canonical } from "./canonical.ts";

let story: Story;
let price: string;

beforeAll(async () => {
  story = await scenario({ start: "2024-01-31" });
  price = await story.fixed("Base", "35.00");
});

/** A sent quote. Returns the subscription's ID and the token. */
async function sentQuote(): Promise<{ id: string; token: string }> {
  const { id } = await story.subscribe({ prices: [price], activate: false });
  return { id, token: (await sendQuote(story.api, id)).token };
}

test("an acceptance shows on the quote and the subscription, and sends a notification (R-SUB-1)", async () => {
  const { id, token } = await sentQuote();
  const before = (await readQuote(story.environment, token)).body;
  const accepted = await acceptQuote(story.environment, token);
  const acceptedAt = "2024-01-31T00:00:00.000Z";
  expect([accepted.status, accepted.body]).toEqual([
    200,
    { ...before, status: "accepted", acceptedAt, signerName: "Ada Byron" },
  ]);
  expect((await readQuote(story.environment, token)).body).toEqual(accepted.body);
  const subscription = await story.api.get(`/subscriptions/${id}`);
  expect(departures(subscription, tables.subscription)).toEqual([]);
  expect(subscription).toMatchObject({ status: "accepted", ...signer, activatedAt: null });
  const { items } = await story.api.get<{ items: Json[] }>("/notifications?limit=1&sort=id:desc");
  expect(items).toMatchObject([{ type: "subscription.accepted", data: subscription }]);
});

test("the signature proves who signed what, when and from where (R-SUB-1)", async () => {
  const { id, token } = await sentQuote();
  const path = `/subscriptions/${id}/signature`;
  const none = await story.api.request("GET", path);
  expect([none.status, none.body["code"]]).toEqual([404, "not_found"]);
  const { document, sha256 } = (await readQuote(story.environment, token)).body;
  await acceptQuote(story.environment, token);
  const signature = await story.api.get<Record<string, string>>(path);
  expect(signature).toEqual({
    ...signer,
    signedAt: "2024-01-31T00:00:00.000Z",
    networkAddress: "127.0.0.1",
    sha256,
    content: canonical(document),
  });
  expect(
    createHash("sha256")
      .update(signature["content"] ?? "")
      .digest("hex"),
  ).toBe(sha256);
  // Later changes do not affect it.
  await story.api.post(`/subscriptions/${id}/activate`);
  await story.api.patch(`/subscriptions/${id}`, { name: "Renamed", invoicePaymentTerms: "net_7" });
  await story.api.patch(`/accounts/${story.accountId}`, { name: "Renamed" });
  expect(await story.api.get(path)).toEqual(signature);
  expect((await readQuote(story.environment, token)).body).toMatchObject({ status: "active", document });
});

test("the audit log names the link as the actor of the acceptance, and what changed (R-AUDIT-1)", async () => {
  const { id, token } = await sentQuote();
  await acceptQuote(story.environment, token, { signerName: "Ada Byron", signerEmail: "ada@acme.example" });
  const owner = new pg.Client({ connectionString: story.environment.database.ownerUrl });
  await owner.connect();
  try {
    const { rows } = await owner.query<{ action: string; actor_type: string; actor_id: string; changes: object }>(
      "select action, actor_type, actor_id, changes from audit_entry where object_id = $1 order by id",
      [id],
    );
    expect(rows.map((row) => [row.action, row.actor_type])).toEqual([
      ["subscription.created", "api_key"],
      ["subscription.sent", "api_key"],
      ["subscription.accepted", "quote_link"],
    ]);
    expect(rows[1]?.changes).toEqual({
      status: { before: "draft", after: "sent" },
      quoteExpiresAt: { before: null, after: "2024-03-01T00:00:00.000Z" },
    });
    expect(rows[2]).toMatchObject({ actor_id: id });
    expect(rows[2]?.changes).toEqual({
      status: { before: "sent", after: "accepted" },
      signerName: { before: null, after: "Ada Byron" },
      signerEmail: { before: null, after: "ada@acme.example" },
    });
    expect(JSON.stringify(rows)).not.toContain(token);
  } finally {
    await owner.end();
  }
});

test("accepting twice is a 409, and one of many simultaneous acceptances succeeds (R-SUB-1)", async () => {
  const { id, token } = await sentQuote();
  const signers = ["Ada", "Grace", "Joan", "Kay", "Mary"].map((signerName) => ({ ...signer, signerName }));
  const answers = await Promise.all(signers.map((one) => acceptQuote(story.environment, token, one)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409]);
  const winner = answers.find(({ status }) => status === 200)?.body["signerName"];
  expect(await story.api.get(`/subscriptions/${id}/signature`)).toMatchObject({ signerName: winner });
  const again = await acceptQuote(story.environment, token);
  expect([again.status, again.body["code"]]).toEqual([409, "state_conflict"]);
  expect(again.body["detail"]).toContain("The subscription is accepted");
  const filters = encodeURIComponent(JSON.stringify([{ field: "objectId", operator: "eq", value: id }]));
  const { items } = await story.api.get<{ items: Json[] }>(`/notifications?limit=100&filters=${filters}`);
  expect(items.filter(({ type }) => type === "subscription.accepted")).toHaveLength(1);
});

test("a link that is replaced during its acceptance either counts or is gone: the signed offer was really sent", async () => {
  const { id, token } = await sentQuote();
  const [accepted, sent] = await Promise.all([
    acceptQuote(story.environment, token),
    story.api.request("POST", `/subscriptions/${id}/send`, { body: {} }),
  ]);
  expect([
    [200, 409],
    [404, 200],
  ]).toContainEqual([accepted.status, sent.status]);
});

test("an expired link returns 410 for reading and accepting, until the quote is sent again (R-SUB-1)", async () => {
  const late = await scenario({ start: "2024-03-15", zone: "Europe/Berlin" });
  await late.advanceTo("2024-03-15T12:00");
  const { id } = await late.subscribe({ prices: [await late.fixed("Base", "35.00")], activate: false });
  const { token, expiresAt } = await sendQuote(late.api, id);
  // Noon to noon of local days: 11:00 UTC in winter, 10:00 in summer.
  expect(expiresAt).toBe("2024-04-14T10:00:00.000Z");
  await late.advanceTo("2024-04-14T11:59:59");
  expect((await readQuote(late.environment, token)).status).toBe(200);
  await late.advanceTo("2024-04-14T12:00");
  for (const answer of [await readQuote(late.environment, token), await acceptQuote(late.environment, token)]) {
    expect([answer.status, answer.body["code"]]).toEqual([410, "quote_expired"]);
    expect(answer.body["detail"]).toContain(expiresAt);
  }
  expect(await late.api.get(`/subscriptions/${id}`)).toMatchObject({ status: "sent", signerName: null });
  const renewed = await sendQuote(late.api, id);
  expect((await acceptQuote(late.environment, renewed.token)).status).toBe(200);
});

test("the signer's address is that of the connection; forwarded addresses count only from a trusted proxy", async () => {
  const signedFrom = async (trustedProxies: string[], forwarded: string) => {
    const { id, token } = await sentQuote();
    const server = await createServer(story.environment.ports, { trustedProxies });
    try {
      const headers = { "x-forwarded-for": forwarded };
      const url = `/quotes/${token}/accept`;
      const request = { method: "POST", url, payload: signer, headers, remoteAddress: "10.0.0.7" } as const;
      expect((await server.inject(request)).statusCode).toBe(200);
    } finally {
      await server.close();
    }
    return (await story.api.get(`/subscriptions/${id}/signature`))["networkAddress"];
  };
  expect(await signedFrom([], "203.0.113.9")).toBe("10.0.0.7");
  expect(await signedFrom(["10.1.0.0/16"], "203.0.113.9")).toBe("10.0.0.7");
  expect(await signedFrom(["10.0.0.0/16"], "203.0.113.9")).toBe("203.0.113.9");
  // The customer can send anything: only the last address that a trusted proxy saw counts.
  expect(await signedFrom(["10.0.0.0/16"], "198.51.100.1, 203.0.113.9")).toBe("203.0.113.9");
  expect(await signedFrom(["10.0.0.0/16"], "2001:db8::9")).toBe("2001:db8::9");
});

test("behind a trusted proxy the link starts with the address that the customer uses", async () => {
  const { id } = await story.subscribe({ prices: [price], activate: false });
  const server = await createServer(story.environment.ports, { trustedProxies: ["10.0.0.7"] });
  try {
    const forwarded = { "x-forwarded-proto": "https", "x-forwarded-host": "billing.example.com" };
    const headers = { authorization: `Bearer ${story.api.token}`, ...forwarded };
    const url = `/subscriptions/${id}/send`;
    const answer = await server.inject({ method: "POST", url, headers, remoteAddress: "10.0.0.7" });
    const { quoteUrl, token } = answer.json<{ quoteUrl: string; token: string }>();
    expect(quoteUrl).toBe(`https://billing.example.com/quote/${token}`);
  } finally {
    await server.close();
  }
});

test("the log contains requests without the token in their address (R-OPS-4)", async () => {
  const { token } = await sentQuote();
  let log = "";
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      log += chunk.toString();
      done();
    },
  });
  const server = await createServer(story.environment.ports, { logger: { level: "debug", stream } });
  try {
    for (const url of [`/quotes/${token}`, `/quotes/${token}?page=1`, `/quotes/${token}/nowhere`, "/accounts?page=1"]) {
      await server.inject({ method: "GET", url });
    }
    await server.inject({ method: "POST", url: `/quotes/${token}/accept`, payload: { signerName: 7 } });
    await server.inject({ method: "POST", url: `/public/invoices/${token}/pay` });
    for (const page of ["quote", "invoice", "portal", "public/portal"]) await server.inject(`/${page}/${token}`);
  } finally {
    await server.close();
  }
  expect(log).toContain('"url":"/quotes/*"');
  expect(log).toContain('"url":"/quotes/*/accept"');
  expect(log).toContain('"url":"/public/invoices/*/pay"');
  expect(log).toContain('"url":"/accounts"');
  expect(log).not.toContain("page=1");
  expect(log).not.toContain(token);
});
