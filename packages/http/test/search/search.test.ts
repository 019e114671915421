import { scenario, type Story } from "@counterfoil/testkit/scenario";
import pg from "pg";
import { beforeAll, expect, onTestFinished, test } from "vitest";

// One search over every object that the scope `read` can see.

interface Hit {
  readonly type: string;
  readonly id: string;
  readonly title: string;
  readonly subtitle: string | null;
  readonly status: string | null;
  readonly reason: string;
  readonly isExact: boolean;
}

let story: Story;
let accountId: string;
let invoiceId: string;
let paymentId: string;
let number: string;

const find = async (query: string, api = story.api): Promise<Hit[]> =>
  (await api.get<{ hits: Hit[] }>(`/search?query=${encodeURIComponent(query)}`)).hits;
const first = async (query: string) => {
  const [hit] = await find(query);
  return hit === undefined ? undefined : [hit.type, hit.id, hit.reason];
};

beforeAll(async () => {
  story = await scenario({ start: "2026-01-01" });
  const { api } = story;
  const account = await api.post("/accounts", {
    name: "Quasthoff Müller-Orgelbau GmbH",
    aliases: ["crm-4711"],
    currency: "EUR",
    taxId: "DE136695976",
    contacts: [{ email: "wilhelmina@orgel.example", firstName: "Wilhelmina", lastName: "Sandberg" }],
  });
  accountId = account.id;
  const invoice = await api.post("/invoices", {
    accountId,
    currency: "EUR",
    lines: [{ description: "Tuning", quantity: "1", unitPrice: "1200.00" }],
  });
  invoiceId = invoice.id;
  await api.post(`/invoices/${invoiceId}/issue`, {});
  number = String((await api.get(`/invoices/${invoiceId}`))["number"]);
  const payment = await api.post(`/invoices/${invoiceId}/payments`, {
    amount: "321.50",
    externalId: "bank-statement-77",
    method: "bank_transfer",
  });
  paymentId = payment.id;
  await api.post("/events", { uniqueId: "evt-of-search-1", account: accountId, eventName: "call" });
});

test("finds an account by every text that identifies it", async () => {
  expect(await first("quasth")).toEqual(["account", accountId, "name"]);
  expect(await first("ORGELBAU  gm")).toEqual(["account", accountId, "name"]);
  expect(await first("MÜLLER")).toEqual(["account", accountId, "name"]);
  expect(await first("crm-4711")).toEqual(["account", accountId, "alias"]);
  expect(await first("Wilhelmina@Orgel.example")).toEqual(["account", accountId, "email"]);
  expect(await first("orgel.example")).toEqual(["account", accountId, "email"]);
  expect(await first("sandberg")).toEqual(["account", accountId, "contact"]);
  expect(await first("DE136695976")).toEqual(["account", accountId, "tax_id"]);
  expect(await first(accountId.slice(0, 20))).toEqual(["account", accountId, "id"]);
});

test("finds an invoice by number, sequence, and amount, and a payment by reference and amount", async () => {
  expect((await find(number))[0]).toEqual({
    type: "invoice",
    id: invoiceId,
    title: number,
    subtitle: "Quasthoff Müller-Orgelbau GmbH · 1200.00 EUR",
    status: "issued",
    reason: "number",
    isExact: true,
  });
  expect(await first(number.toLowerCase().slice(0, -2))).toEqual(["invoice", invoiceId, "number"]);
  expect(await first(String(Number(number.split("-").at(-1))))).toEqual(["invoice", invoiceId, "number"]);
  for (const amount of ["1,200.00", "1.200,00", "1200", "€1,200", "1,200", "1200 EUR"]) {
    expect(await first(amount), amount).toEqual(["invoice", invoiceId, "amount"]);
  }
  expect(await first("bank-statement-77")).toEqual(["payment", paymentId, "external_id"]);
  expect(await first("321.5")).toEqual(["payment", paymentId, "amount"]);
  expect(await first(paymentId)).toEqual(["payment", paymentId, "id"]);
});

test("finds an event by its uniqueId, and nothing by a part of it", async () => {
  expect(await find("evt-of-search-1")).toEqual([
    {
      type: "event",
      id: "evt-of-search-1",
      title: "evt-of-search-1",
      subtitle: null,
      status: null,
      reason: "unique_id",
      isExact: true,
    },
  ]);
  expect(await find("evt-of-search")).toEqual([]);
});

test("follows changes of the texts", async () => {
  const { id } = await story.api.post("/accounts", { name: "Formerly Known", aliases: ["alias-before"] });
  await story.api.patch(`/accounts/${id}`, { name: "Renamed Entirely", aliases: ["alias-after"] });
  expect(await find("formerly")).toEqual([]);
  expect(await find("alias-before")).toEqual([]);
  expect(await first("renamed")).toEqual(["account", id, "name"]);
  expect(await first("alias-after")).toEqual(["account", id, "alias"]);
  await story.api.post(`/accounts/${id}/erase`);
  expect(await find("renamed")).toEqual([]);
  expect(await find("alias-after")).toEqual([]);
});

test("an account that is written again with the same texts keeps the rows of its words", async () => {
  const { api, environment } = story;
  const { id } = await api.post("/accounts", { name: "Kept Words", aliases: ["kept-1"], currency: "EUR" });
  const owner = new pg.Client({ connectionString: environment.database.ownerUrl });
  await owner.connect();
  onTestFinished(() => owner.end());
  const rows = async () => {
    const text =
      'select term, source, xmin::text from search_term where object_id = $1 order by term collate "C", source';
    return (await owner.query<{ term: string; source: string; xmin: string }>(text, [id])).rows;
  };
  const before = await rows();
  expect(before.map(({ term, source }) => `${source} ${term}`)).toEqual([
    "alias 1",
    "name kept words",
    "alias kept-1",
    "name words",
  ]);
  await api.patch(`/accounts/${id}`, { name: "Kept Words", locale: "de" });
  expect((await rows()).filter(({ source }) => source === "name")).toEqual(
    before.filter(({ source }) => source === "name"),
  );
  await api.patch(`/accounts/${id}`, { name: "Other Words", taxId: "DE136695976" });
  expect((await rows()).map(({ term, source }) => `${source} ${term}`)).toEqual([
    "alias 1",
    "tax_id de136695976",
    "alias kept-1",
    "name other words",
    "name words",
  ]);
});

test("returns at most five objects of a type, and treats % and _ as text", async () => {
  for (const each of [1, 2, 3, 4, 5, 6, 7]) await story.api.post("/accounts", { name: `Plenty ${each}` });
  expect((await find("plenty")).map(({ title }) => title)).toEqual([1, 2, 3, 4, 5].map((each) => `Plenty ${each}`));
  expect(await find("%")).toEqual([]);
  expect(await find("_lenty")).toEqual([]);
});

test("finds nothing of another organization", async () => {
  const { api } = await story.environment.createOrganization();
  for (const query of ["quasthoff", "crm-4711", accountId, number, "1200", "bank-statement-77", "evt-of-search-1"]) {
    expect(await find(query, api), query).toEqual([]);
  }
});

test("refuses an empty query", async () => {
  const { status, body } = await story.api.request("GET", "/search?query=");
  expect([status, body["code"]]).toEqual([400, "invalid_parameter"]);
});
