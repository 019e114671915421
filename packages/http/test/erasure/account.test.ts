import { verifyAudit, verifyBooks } from "@counterfoil/service";
import { acceptQuote, scenario, sendQuote, type Story } from "@counterfoil/testkit/scenario";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findEverywhere } from "./find-everywhere.ts";

// R-OPS-5: what names a person goes, from wherever it stands, but for what the law keeps.

const PEOPLE = {
  contact: "Wilhelmina Quasthoff",
  email: "wilhelmina@quasthoff.example",
  before: "w.before@quasthoff.example",
  signer: "Zacharias Ohnesorg",
  signerEmail: "zacharias@quasthoff.example",
} as const;
const COMPANY = "Quasthoff Orgelbau";
const STREET = "Kantorgasse 17";

let story: Story;
let owner: pg.Client;
let accountId: string;
let subscriptionId: string;

beforeAll(async () => {
  story = await scenario({ start: "2024-01-31" });
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
afterAll(() => owner.end());

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

test("Nothing is erased while a contract runs or an invoice is open, and the refusal names both", async () => {
  const refused = await erase();
  expect(refused.status).toBe(409);
  expect(refused.body["detail"]).toContain(subscriptionId);
  expect(refused.body["detail"]).toMatch(/invoices that are drafts or not paid \(inv_/);
  expect(await findEverywhere(owner, PEOPLE.email)).not.toEqual([]);
});

test("Erased, names and addresses are found nowhere but on what is issued and signed; the log and the books stay proven", async () => {
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

  const erased = await erase();
  expect(erased.status).toBe(200);
  expect(erased.body).toMatchObject({
    accountId,
    erased: { contacts: 1, signatures: 1, auditEntries: expect.any(Number), notifications: expect.any(Number) },
    kept: expect.arrayContaining([
      { what: "issued invoices", count: 1, why: expect.stringContaining("Tax law") },
      { what: "signed terms", count: 1, why: expect.stringContaining("Evidence") },
    ]),
  });
  const found = Object.fromEntries(
    await Promise.all(
      [...Object.values(PEOPLE), "Quasthoff", STREET, "quasthoff-alias", "Kantor"].map(
        async (text) => [text, await findEverywhere(owner, text)] as const,
      ),
    ),
  );
  // The recipient of an issued invoice, and the buyer in the terms that were signed.
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

test("An entry that is changed after its erasure is named, and so is one that only says it was erased", async () => {
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

test("Erasing again finds nothing more, and another organization's account is not there", async () => {
  const again = await erase();
  expect(again.body["erased"]).toMatchObject({ contacts: 0, mails: 0, notifications: 0 });
  const other = await story.environment.createOrganization();
  expect((await other.api.request("POST", `/accounts/${accountId}/erase`)).status).toBe(404);
});

test("Names that read like JSON take nothing with them but themselves", async () => {
  const { id } = await story.api.post<{ id: string }>("/accounts", {
    name: "null",
    aliases: ["false", "amount"],
    contacts: [{ email: "n@nobody.example", firstName: "name", lastName: "nulrike", emailPreferences: [] }],
    // In JSON a line feed ends with an n, with which the last name of the contact begins.
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
