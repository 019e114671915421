import { readFile } from "node:fs/promises";
import {
  acceptQuote,
  decliner,
  declineQuote,
  type Json,
  readQuote,
  readQuoteState,
  scenario,
  sendQuote,
  signer,
  type Story,
} from "@counterfoil/testkit/scenario";
import pg from "pg";
import { beforeAll, expect, test } from "vitest";
import { departures } from "../conformance/shape.ts";
import * as tables from "../conformance/tables.ts";

let story: Story;
let price: string;

beforeAll(async () => {
  story = await scenario({ start: "2024-01-31" });
  price = await story.fixed("Base", "35.00");
});

const NOW = "2024-01-31T00:00:00.000Z";

/** A sent quote: the subscription's ID, the token, and the number. */
async function sentQuote(): Promise<{ id: string; token: string; number: string }> {
  const { id } = await story.subscribe({ prices: [price], activate: false });
  const { token } = await sendQuote(story.api, id);
  const { number } = await story.api.get<{ number: string }>(`/subscriptions/${id}/quote`);
  return { id, token, number };
}

const stateOf = async (token: string) => (await readQuoteState(story.environment, token)).body;

test("a customer declines with a reason: the link says so, and the subscription is a draft again (R-SUB-1)", async () => {
  const { id, token, number } = await sentQuote();
  const open = { number, revision: 1, reference: number, state: "open", decline: null };
  expect(await stateOf(token)).toEqual(open);
  const { document } = (await readQuote(story.environment, token)).body;
  const declined = await declineQuote(story.environment, token);
  const decline = { declinerName: "Grace Cole", reason: "Too expensive.", declinedAt: NOW };
  expect([declined.status, declined.body]).toEqual([200, { ...open, state: "declined", decline }]);
  expect(await stateOf(token)).toEqual(declined.body);
  expect((await readQuote(story.environment, token)).body).toMatchObject({ status: "draft", document });

  const subscription = await story.api.get(`/subscriptions/${id}`);
  expect(departures(subscription, tables.subscription)).toEqual([]);
  expect(subscription).toMatchObject({ status: "draft", signerName: null });
  const quote = await story.api.get<{ declines: Json[]; sha256: string }>(`/subscriptions/${id}/quote`);
  expect(quote).toEqual({
    number,
    revision: 1,
    reference: number,
    sentAt: NOW,
    expiresAt: "2024-03-01T00:00:00.000Z",
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    declines: [{ ...decliner, revision: 1, declinedAt: NOW, networkAddress: "127.0.0.1", sha256: quote.sha256 }],
  });
  const { items } = await story.api.get<{ items: Json[] }>("/notifications?limit=1&sort=id:desc");
  expect(items).toMatchObject([{ type: "subscription.declined", objectId: id, data: { ...subscription, quote } }]);
});

test("the audit log names the link, who declined and why (R-AUDIT-1)", async () => {
  const { id, token } = await sentQuote();
  await declineQuote(story.environment, token);
  const { items } = await story.api.get<{ items: Json[] }>(`/audit?objectId=${id}&action=subscription.declined`);
  expect(items).toMatchObject([
    {
      actor: { type: "quote_link" },
      changes: {
        status: { before: "sent", after: "draft" },
        declinerName: { before: null, after: "Grace Cole" },
        declinerEmail: { before: null, after: "grace@acme.example" },
        declineReason: { before: null, after: "Too expensive." },
      },
    },
  ]);
  expect(JSON.stringify(items)).not.toContain(token);
});

test("a declined draft can be edited and quoted again, under the same number and the next revision", async () => {
  const { id, token, number } = await sentQuote();
  await declineQuote(story.environment, token, { declinerName: "Grace Cole" });
  await story.api.patch(`/subscriptions/${id}`, { name: "Renamed offer" });
  const again = await sendQuote(story.api, id);
  expect(await stateOf(again.token)).toEqual({
    number,
    revision: 2,
    reference: `${number}-2`,
    state: "open",
    decline: null,
  });
  // The old link is replaced, and the decline stays on record.
  expect((await readQuoteState(story.environment, token)).status).toBe(404);
  const { declines } = await story.api.get<{ declines: Json[] }>(`/subscriptions/${id}/quote`);
  expect(declines).toMatchObject([{ revision: 1, declinerEmail: null, reason: null }]);
  expect((await acceptQuote(story.environment, again.token)).status).toBe(200);
  expect(await stateOf(again.token)).toMatchObject({ state: "accepted", decline: null });
});

test("numbers count by organization and year; a new link to the same offer keeps number and revision", async () => {
  const own = await scenario({ start: "2024-12-30", zone: "Europe/Berlin" });
  const base = await own.fixed("Base", "35.00");
  const drafts = [];
  for (const _ of [1, 2, 3]) drafts.push((await own.subscribe({ prices: [base], activate: false })).id);
  const [first = "", second = "", third = ""] = drafts;
  const numberOf = async (id: string) => {
    const { number, revision, reference } = await own.api.get(`/subscriptions/${id}/quote`);
    return [number, revision, reference];
  };
  const never = await own.api.request("GET", `/subscriptions/${first}/quote`);
  expect([never.status, never.body["code"]]).toEqual([404, "not_found"]);
  await sendQuote(own.api, first);
  await sendQuote(own.api, second);
  expect(await numberOf(first)).toEqual(["Q-2024-0001", 1, "Q-2024-0001"]);
  expect(await numberOf(second)).toEqual(["Q-2024-0002", 1, "Q-2024-0002"]);
  // 23:30 UTC is 00:30 of the next year in Berlin.
  await own.advanceTo("2025-01-01T00:30");
  await sendQuote(own.api, third);
  expect(await numberOf(third)).toEqual(["Q-2025-0001", 1, "Q-2025-0001"]);
  await sendQuote(own.api, first);
  expect(await numberOf(first)).toEqual(["Q-2024-0001", 1, "Q-2024-0001"]);
  await own.api.patch(`/accounts/${own.accountId}`, { name: "Renamed buyer" });
  await sendQuote(own.api, first);
  expect(await numberOf(first)).toEqual(["Q-2024-0001", 2, "Q-2024-0001-2"]);
});

test("a link is answered once: each second answer is a 409 that says who answered, when, and what to do", async () => {
  const declined = await sentQuote();
  await declineQuote(story.environment, declined.token);
  const accepted = await sentQuote();
  await acceptQuote(story.environment, accepted.token);
  const activated = await sentQuote();
  await story.api.post(`/subscriptions/${activated.id}/activate`);
  const answers = [
    await declineQuote(story.environment, declined.token),
    await acceptQuote(story.environment, declined.token),
    await declineQuote(story.environment, accepted.token),
    await declineQuote(story.environment, activated.token),
  ];
  expect(answers.map(({ status, body }) => [status, body["code"], body["detail"]])).toEqual(
    [
      `Grace Cole declined the quote at ${NOW}. You can decline only an open quote. Ask the seller for a new one.`,
      `Grace Cole declined the quote at ${NOW}. You can accept only an open quote. Ask the seller for a new one.`,
      `Ada Byron accepted the quote at ${NOW}. You can decline only an open quote. Ask the seller for a new one.`,
      "The subscription is active, because the seller activated it. You can decline only an open quote. Ask the seller for a new one.",
    ].map((detail) => [409, "state_conflict", detail]),
  );
  expect(await stateOf(activated.token)).toMatchObject({ state: "closed" });
});

test("of simultaneous answers one succeeds, and a replaced link is gone", async () => {
  const { id, token } = await sentQuote();
  const answers = await Promise.all([
    ...[1, 2, 3].map((n) => declineQuote(story.environment, token, { declinerName: `Grace ${n}` })),
    ...[1, 2, 3].map((n) => acceptQuote(story.environment, token, { ...signer, signerName: `Ada ${n}` })),
  ]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409, 409]);
  const state = (await stateOf(token))["state"];
  const declines = (await story.api.get<{ declines: Json[] }>(`/subscriptions/${id}/quote`)).declines.length;
  expect([
    ["declined", 1, 404],
    ["accepted", 0, 200],
  ]).toContainEqual([state, declines, (await story.api.request("GET", `/subscriptions/${id}/signature`)).status]);

  const other = await sentQuote();
  const [gone, sent] = await Promise.all([
    declineQuote(story.environment, other.token),
    story.api.request("POST", `/subscriptions/${other.id}/send`, { body: {} }),
  ]);
  expect([
    [200, 200],
    [404, 200],
  ]).toContainEqual([gone.status, sent.status]);
  const late = await declineQuote(story.environment, other.token);
  expect([late.status, late.body["code"]]).toEqual([404, "not_found"]);
});

test("an expired link cannot be declined: 410", async () => {
  const late = await scenario({ start: "2024-03-15" });
  const { id } = await late.subscribe({ prices: [await late.fixed("Base", "35.00")], activate: false });
  const { token, expiresAt } = await sendQuote(late.api, id);
  await late.advanceTo("2024-04-14");
  for (const answer of [await declineQuote(late.environment, token), await readQuoteState(late.environment, token)]) {
    expect([answer.status, answer.body["code"]]).toEqual([410, "quote_expired"]);
    expect(answer.body["detail"]).toContain(expiresAt);
  }
});

test("a decline needs a name and at most 1,000 characters of reason", async () => {
  const { token } = await sentQuote();
  const wrong = await declineQuote(story.environment, token, { reason: "x".repeat(1_001) });
  expect([wrong.status, wrong.body["code"]]).toEqual([422, "validation_failed"]);
  expect((wrong.body["errors"] as Json[]).map(({ pointer }) => pointer)).toEqual(["/declinerName", "/reason"]);
  const right = await declineQuote(story.environment, token, { declinerName: "Grace", reason: "x".repeat(1_000) });
  expect(right.status).toBe(200);
  const blank = await sentQuote();
  await declineQuote(story.environment, blank.token, { declinerName: "Grace", reason: "  \n" });
  expect(await stateOf(blank.token)).toMatchObject({ decline: { reason: null } });
});

test("a draft that a customer has seen cannot be deleted", async () => {
  const { id, token, number } = await sentQuote();
  await declineQuote(story.environment, token);
  const refused = await story.api.request("DELETE", `/subscriptions/${id}`);
  expect([refused.status, refused.body["code"]]).toEqual([409, "state_conflict"]);
  expect(refused.body["detail"]).toContain(`quote ${number}`);
});

test("lists add quotes only with include=quote, and search finds the number with and without revision", async () => {
  const { id, token, number } = await sentQuote();
  await declineQuote(story.environment, token);
  const filters = encodeURIComponent(JSON.stringify([{ field: "id", operator: "eq", value: id }]));
  const plain = await story.api.get<{ items: Json[] }>(`/subscriptions?filters=${filters}`);
  expect(plain.items).toEqual([await story.api.get(`/subscriptions/${id}`)]);
  const full = await story.api.get<{ items: Json[] }>(`/subscriptions?include=quote&filters=${filters}`);
  const quote = await story.api.get(`/subscriptions/${id}/quote`);
  expect(full.items).toEqual(plain.items.map((one) => ({ ...one, quote })));
  const unsent = await story.subscribe({ prices: [price], activate: false });
  const own = encodeURIComponent(JSON.stringify([{ field: "id", operator: "eq", value: unsent.id }]));
  const { items } = await story.api.get<{ items: Json[] }>(`/subscriptions?include=quote&filters=${own}`);
  expect(items).toMatchObject([{ id: unsent.id, quote: null }]);
  for (const query of [number, number.toLowerCase(), `${number}-2`, number.slice("Q-".length)]) {
    const { hits } = await story.api.get<{ hits: Json[] }>(`/search?query=${query}`);
    expect(
      hits.map((hit) => [hit["type"], hit.id, hit["reason"]]),
      query,
    ).toContainEqual(["subscription", id, "number"]);
  }
});

test("the PDF shows the number, and prints a declined offer as it was sent (R-PDF-1)", async () => {
  const { token } = await sentQuote();
  const pdf = async () => {
    const answer = await story.environment.api("").request("GET", `/quotes/${token}/pdf`);
    return [answer.status, answer.headers.get("ETag")];
  };
  const before = await pdf();
  await declineQuote(story.environment, token);
  expect(await pdf()).toEqual(before);
});

const MIGRATION = new URL("../../../storage/migrations/0087_quote_numbers.sql", import.meta.url);

test("the upgrade numbers existing links by when they were sent, and new quotes continue after them", async () => {
  const own = await scenario({ start: "2024-12-30", zone: "Europe/Berlin" });
  const base = await own.fixed("Base", "35.00");
  const ids: string[] = [];
  const send = async () => {
    const { id } = await own.subscribe({ prices: [base], activate: false });
    await sendQuote(own.api, id);
    ids.push(id);
  };
  await send();
  await own.advanceTo("2024-12-31");
  await send();
  // 23:30 UTC is 00:30 of the next year in Berlin.
  await own.advanceTo("2025-01-01T00:30");
  await send();
  const owner = new pg.Client({ connectionString: own.environment.database.ownerUrl });
  await owner.connect();
  try {
    // Of all organizations, as on an installation that is upgraded.
    await owner.query("update quote_link set number = null, number_series = null, number_sequence = null");
    await owner.query("delete from invoice_series where series like 'quote_link/%'");
    const migration = await readFile(MIGRATION, "utf8");
    const from = migration.indexOf("with numbered as");
    await owner.query(migration.slice(from, migration.indexOf("create unique index", from)));
  } finally {
    await owner.end();
  }
  await send();
  const numbers = await Promise.all(ids.map(async (id) => (await own.api.get(`/subscriptions/${id}/quote`))["number"]));
  expect(numbers).toEqual(["Q-2024-0001", "Q-2024-0002", "Q-2025-0001", "Q-2025-0002"]);
});
