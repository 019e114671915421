import { verifyAudit, verifyBooks } from "@counterfoil/service";
import {
  acceptQuote,
  beginStory,
  declineQuote,
  type Environment,
  sendQuote,
  startEnvironment,
  type Story,
} from "@counterfoil/testkit/scenario";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findEverywhere } from "./find-everywhere.ts";

// R-OPS-5: erasure removes everything that names a person, except what the law requires to keep.

const PEOPLE = {
  contact: "Wilhelmina Quasthoff",
  email: "wilhelmina@quasthoff.example",
  before: "w.before@quasthoff.example",
  signer: "Zacharias Ohnesorg",
  signerEmail: "zacharias@quasthoff.example",
  decliner: "Kunigunde Vogelsang",
  declinerEmail: "kunigunde@quasthoff.example",
  declineReason: "Our treasurer Bartholomew says no",
} as const;
const COMPANY = "Quasthoff Orgelbau";
const STREET = "Kantorgasse 17";

let platform: Environment;
let story: Story;
let owner: pg.Client;
let accountId: string;
let subscriptionId: string;

beforeAll(async () => {
  // Its own platform, because it looks for names in the whole database.
  platform = await startEnvironment();
  story = await beginStory(platform, { start: "2024-01-31" });
  owner = new pg.Client({ connectionString: story.environment.database.ownerUrl });
  await owner.connect();
  await story.api.post("/webhook-endpoints", { url: "https://hooks.example.com/in", eventTypes: ["*"] });
  const price = await story.fixed("Base", "35.00");
  const draft = await story.subscribe({ prices: [price], activate: false });
  subscriptionId = draft.id;
  accountId = String((await story.api.get(`/subscriptions/${subscriptionId}`))["accountId"]);
  const contact = {
    email: PEOPLE.before,
    firstName: "Wilhelmina",
    lastName: "Quasthoff",
    emailPreferences: ["billing"],
  };
  const billingAddress = { line1: STREET, city: "Ulm", postalCode: "89073" };
  const named = { name: COMPANY, contacts: [contact], billingAddress, aliases: ["quasthoff-alias"] };
  await story.api.patch(`/accounts/${accountId}`, named);
  const [kept] = (await story.api.get<{ contacts: object[] }>(`/accounts/${accountId}`)).contacts;
  await story.api.request("PATCH", `/accounts/${accountId}`, {
    body: { contacts: [{ ...kept, email: PEOPLE.email }] },
    headers: { "Idempotency-Key": "once" },
  });
  const personId = await story.environment.addPerson(story.organizationId, "mentioned@example.com", "viewer");
  const note = { text: `@${personId} ${PEOPLE.contact} called` };
  await story.api.request("POST", `/accounts/${accountId}/notes`, {
    body: note,
    headers: { "Idempotency-Key": "note" },
  });
  await story.api.post(`/accounts/${accountId}/tags`, { add: ["Friend of Quasthoff"] });
  await story.api.patch(`/accounts/${accountId}/metadata`, {
    metadata: { owner: PEOPLE.contact, site: "ulm.example" },
  });
  const declined = await sendQuote(story.api, subscriptionId);
  const decliner = {
    declinerName: PEOPLE.decliner,
    declinerEmail: PEOPLE.declinerEmail,
    reason: PEOPLE.declineReason,
  };
  expect((await declineQuote(story.environment, declined.token, decliner)).status).toBe(200);
  const { token } = await sendQuote(story.api, subscriptionId);
  const signer = { signerName: PEOPLE.signer, signerEmail: PEOPLE.signerEmail, signerJobTitle: "Kantor" };
  expect((await acceptQuote(story.environment, token, signer)).status).toBe(200);
  await story.api.post(`/subscriptions/${subscriptionId}/activate`);
  await story.api.post("/events", {
    events: [
      {
        uniqueId: "e1",
        account: "quasthoff-alias",
        eventName: "call",
        properties: {},
        timestamp: "2024-01-31T00:00:00Z",
      },
    ],
  });
  await story.advanceTo("2024-02-01");
}, 120_000);
afterAll(async () => {
  await owner.end();
  await platform.stop();
});

const erase = () => story.api.request("POST", `/accounts/${accountId}/erase`);

async function sealed(): Promise<void> {
  const waiting = async () => (await owner.query("select from audit_unsealed")).rowCount;
  await expect.poll(waiting, { timeout: 20_000 }).toBe(0);
}

const context = () => ({
  ...story.environment.ports,
  organizationId: story.organizationId,
  actor: { type: "system", id: "test" } as const,
  requestId: null,
});

test("refuses to erase while a contract is running or an invoice is open, and names both", async () => {
  const refused = await erase();
  expect(refused.status).toBe(409);
  expect(refused.body["detail"]).toContain(subscriptionId);
  expect(refused.body["detail"]).toMatch(/draft or unpaid invoices \(inv_/);
  expect(await findEverywhere(owner, PEOPLE.email)).not.toEqual([]);
});

test("after erasure, names and addresses exist only on issued and signed documents; log and books still verify", async () => {
  await story.api.post(`/subscriptions/${subscriptionId}/cancel`, {
    reason: "other",
    effective: "now",
    credit: "none",
  });
  await story.advanceTo("2024-03-01");
  const { items } = await story.api.get<{ items: { id: string; amountRemaining?: string; status: string }[] }>(
    "/invoices?limit=100",
  );
  for (const { id } of items.filter(({ status }) => ["issued", "overdue"].includes(status))) {
    const { amountRemaining } = await story.api.get<{ amountRemaining: string }>(`/invoices/${id}`);
    await story.api.post(`/invoices/${id}/payments`, {
      amount: amountRemaining,
      method: "bank_transfer",
      note: `paid by ${COMPANY}`,
    });
  }
  await sealed();

  // The email about the mention is not sent, because this platform has no mail server.
  expect(await findEverywhere(owner, COMPANY)).toContain("notice.facts");
  expect(await findEverywhere(owner, "ulm.example")).toContain("account_metadata.value");
  const erased = await erase();
  expect(erased.status).toBe(200);
  expect(await findEverywhere(owner, "ulm.example")).toEqual([]);
  expect((await story.api.get<{ items: object[] }>(`/accounts/${accountId}/notes`)).items).toEqual([]);
  expect(await story.api.get(`/accounts/${accountId}/tags`)).toEqual({ tags: [] });
  expect(erased.body).toMatchObject({
    accountId,
    erased: { contacts: 1, signatures: 1, auditEntries: expect.any(Number), notifications: expect.any(Number) },
    kept: expect.arrayContaining([
      { what: "issued invoices", count: 1, why: expect.stringContaining("Tax law") },
      { what: "signed terms", count: 1, why: expect.stringContaining("They prove") },
    ]),
  });
  const found = Object.fromEntries(
    await Promise.all(
      [...Object.values(PEOPLE), "Quasthoff", STREET, "quasthoff-alias", "Kantor"].map(
        async (text) => [text, await findEverywhere(owner, text)] as const,
      ),
    ),
  );
  // The recipient of an issued invoice, and the buyer in the signed terms.
  const documents = ["invoice.buyer", "quote_signature.content"];
  expect(found).toEqual({
    ...Object.fromEntries(Object.values(PEOPLE).map((text) => [text, []])),
    [PEOPLE.email]: ["invoice.buyer"],
    Quasthoff: documents,
    [STREET]: documents,
    "quasthoff-alias": [],
    Kantor: documents,
  });
  expect(await story.api.get(`/accounts/${accountId}`)).toMatchObject({
    name: "Erased account",
    aliases: [],
    contacts: [],
    billingAddress: null,
    billingEmail: null,
    contactName: null,
  });

  await sealed();
  expect((await verifyAudit(context())).faults).toEqual([]);
  const books = await verifyBooks(context(), { from: null, to: null, onDifference: () => undefined });
  expect(books).toMatchObject({ invoices: 1, differences: 0 });
});

test("names an entry that was changed after its erasure, and one that only claims to be erased", async () => {
  const { rows } = await owner.query<{ id: string }>(
    `select id from audit_entry where object_id = $1 and changes::text like '%[erased]%' order by id limit 1`,
    [accountId],
  );
  const [entry] = rows;
  await owner.query(`update audit_entry set changes = '{"name":{"before":null,"after":"[erased]!"}}' where id = $1`, [
    entry?.id,
  ]);
  expect((await verifyAudit(context())).faults).toMatchObject([{ kind: "changed", id: entry?.id }]);
});

test("a second erasure finds nothing more, and an account of another organization is not found", async () => {
  const again = await erase();
  expect(again.body["erased"]).toMatchObject({ contacts: 0, mails: 0, notifications: 0 });
  const other = await story.environment.createOrganization();
  expect((await other.api.request("POST", `/accounts/${accountId}/erase`)).status).toBe(404);
});

test("names that look like JSON remove only themselves", async () => {
  const { id } = await story.api.post<{ id: string }>("/accounts", {
    name: "null",
    aliases: ["false", "amount"],
    contacts: [{ email: "n@unknown.example", firstName: "name", lastName: "nulrike", emailPreferences: [] }],
    // In JSON, a line feed ends with an n, the first letter of the contact's last name.
    billingAddress: { line1: "\nulrike" },
  });
  expect((await story.api.request("POST", `/accounts/${id}/erase`)).status).toBe(200);

  const { rows } = await owner.query<{ type: string; data: Record<string, unknown> }>(
    "select type, data from notification where object_id = $1 order by id",
    [id],
  );
  expect(rows[0]).toMatchObject({
    type: "account.created",
    data: {
      id,
      name: "[erased]",
      aliases: ["[erased]", "[erased]"],
      taxId: null,
      billingAddress: { line1: "\n[erased]" },
    },
  });
  await sealed();
  const { rows: entries } = await owner.query<{ id: string }>("select id from audit_entry where object_id = $1", [id]);
  const changed = (await verifyAudit(context())).faults.map((fault) => ("id" in fault ? fault.id : null));
  expect(entries.length).toBeGreaterThan(1);
  expect(entries.filter((entry) => changed.includes(entry.id))).toEqual([]);
});
