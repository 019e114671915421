import { type BookDifference, verifyBooks } from "@counterfoil/service";
import { discount, environment, scenario, type Story } from "@counterfoil/testkit/scenario";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";

let story: Story;
let owner: pg.Client;

beforeAll(async () => {
  const settings = { country: "DE", taxMode: "table" } as const;
  story = await scenario({ start: "2026-01-01", currency: "EUR", settings });
  owner = new pg.Client({ connectionString: (await environment()).database.ownerUrl });
  await owner.connect();
  const rate = { name: "Inclusive", percentage: "7", inclusive: true, taxCategory: "none" };
  const { id } = await story.api.post("/tax-rates", rate);
  const prices = [
    await story.fixed("Base", "99.99"),
    await story.fixed("Book", "33.33", { price: { taxRateIds: [id] } }),
    await story.usage("API calls", { unit: "0.0123" }),
  ];
  await story.subscribe({ prices, discount: discount("10 %") });
  await story.use("api_calls", 777, "2026-01-10");
  await story.advanceTo("2026-03-01");
  const french = await story.account({ taxCountry: "FR", taxId: "FR40303265045" });
  await story.subscribe({ prices: prices.slice(0, 1), account: french, contractStartDate: "2026-03-01" });
  await story.advanceTo("2026-04-01");
}, 60_000);

afterAll(() => owner.end());

async function differences(): Promise<string[]> {
  const found = new Set<string>();
  const { ports } = await environment();
  const actor = { type: "command", id: "verify" } as const;
  const context = { ...ports, organizationId: story.organizationId, actor, requestId: null };
  const onDifference = ({ member }: BookDifference) => void found.add(member);
  await verifyBooks(context, { from: null, to: null, onDifference });
  return [...found].toSorted();
}

test("verify recomputes the taxes of every invoice from its lines and frozen rates (R-VER-1, R-INV-6)", async () => {
  expect((await story.invoices()).length).toBeGreaterThan(4);
  expect(await differences()).toEqual([]);
});

test.each([
  ["the amount of a tax", "invoice", `jsonb_set(taxes, '{0,amount}', '"1.00"')`, ["amount of USt"]],
  ["a rate", "invoice", `jsonb_set(taxes, '{0,percentage}', '"18"')`, ["amount of USt", "tax"]],
  ["the tax that is owed", "invoice", "tax + 1", ["tax", "tax in the journal", "total"]],
  [
    "what a line is taxed on",
    "invoice_line",
    `jsonb_set(taxes, '{0,amount}', '"1.00"')`,
    ["amount of USt", "base of USt", "subtotal", "tax", "taxed amount of line 0"],
  ],
])("%s that somebody changed is found (R-VER-1)", async (_, table, to, members) => {
  const column = to.startsWith("tax ") ? "tax" : "taxes";
  const { rows } = await owner.query<{ id: string; before: string; type: string }>(
    `select id, ${column}::text as before, pg_typeof(${column}) as type from ${table}
     where organization_id = $1 order by id limit 1`,
    [story.organizationId],
  );
  const change = (value: string, values: string[]) =>
    owner.query(`update ${table} set ${column} = ${value} where organization_id = $1 and id = $2`, [
      story.organizationId,
      rows[0]?.id,
      ...values,
    ]);
  await change(to, []);
  const found = await differences();
  await change(`$3::text::${rows[0]?.type}`, [rows[0]?.before ?? ""]);
  expect(found).toEqual(members);
  expect(await differences()).toEqual([]);
});
