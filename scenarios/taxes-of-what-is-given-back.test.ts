import { discount, type Json, scenario, type Story, type StoryInvoice } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

interface TaxedInvoice extends StoryInvoice {
  readonly taxes: readonly { name: string; percentage: string; base: string; amount: string }[];
}

/** What is given back has the taxes of its line, whatever happened to rates and parties since. */
const changes: readonly [string, (story: Story, rate: Json) => Promise<unknown>][] = [
  ["the rate becomes 25", (story, { id }) => story.api.patch(`/tax-rates/${id}`, { percentage: "25" })],
  [
    "the rate is archived and another takes its place",
    async (story, { id }) => {
      await story.api.request("DELETE", `/tax-rates/${id}`);
      await story.api.post("/tax-rates", { name: "New VAT", percentage: "7", country: "FR" });
    },
  ],
  ["the account moves", (story) => story.api.patch(`/accounts/${story.accountId}`, { taxCountry: "CH" })],
  ["the account becomes exempt", (story) => story.api.patch(`/accounts/${story.accountId}`, { taxStatus: "exempt" })],
  [
    "the account has a rate of its own",
    async (story) => {
      const own = await story.api.post("/tax-rates", { name: "Own", percentage: "3", country: "IT" });
      await story.api.patch(`/accounts/${story.accountId}`, { taxRateIds: [own.id] });
    },
  ],
  [
    "the category of the product changes",
    async (story) => {
      await story.api.post("/tax-rates", { name: "Books", percentage: "5", country: "FR", taxCategory: "books" });
      const { products } = await story.api.get<{ products: Json[] }>("/products");
      for (const { id } of products) await story.api.patch(`/products/${id}`, { taxCategory: "books" });
    },
  ],
  ["tax is switched off", (story) => story.api.patch("/organization", { taxMode: "none" })],
];

/** 300.00 + 20 % from April 1: 10.00 for each of its 30 days. */
async function april(): Promise<{ story: Story; id: string; rate: Json; base: string }> {
  const story = await scenario({
    start: "2026-04-01",
    currency: "EUR",
    settings: { country: "FR", taxMode: "manual" },
    account: { taxCountry: "FR" },
  });
  const rate = await story.api.post("/tax-rates", { name: "VAT", percentage: "20", country: "FR" });
  const base = await story.fixed("Base", "300.00");
  const { id } = await story.subscribe({ prices: [base] });
  return { story, id, rate, base };
}

/** `-150.00 + VAT 20 -30.00 = -180.00` */
function written({ subtotal, taxes, total }: TaxedInvoice): string {
  return `${subtotal}${taxes.map(({ name, percentage, amount }) => ` + ${name} ${percentage} ${amount}`).join("")} = ${total}`;
}

test.each(changes)("a credit of half a month keeps its taxes after %s (R-SUB-5, R-INV-6)", async (_, change) => {
  const { story, id, rate } = await april();
  await story.advanceTo("2026-04-15");
  await change(story, rate);
  await story.act(id, "cancel"); // 15 of 30 days are left on the 16th
  await story.advanceTo("2026-04-16");
  const [, end] = (await story.invoices()) as TaxedInvoice[];
  expect(end === undefined ? undefined : written(end)).toBe("-150.00 + VAT 20 -30.00 = -180.00");
});

test.each(changes)("a note of the whole month keeps its taxes after %s (R-SUB-5, R-INV-6)", async (_, change) => {
  const { story, id, rate, base } = await april();
  await change(story, rate);
  const free = await story.fixed("Free", "0.00");
  await story.replace(id, base, free); // on the first day
  const [, changed] = (await story.invoices()) as TaxedInvoice[];
  const credit = changed?.taxes.find(({ name }) => name === "VAT");
  expect([credit?.base, credit?.amount, changed?.total]).toEqual(["-300.00", "-60.00", "-360.00"]);
});

test.each(changes)("a usage correction keeps its taxes after %s (R-INV-6, R-INV-9)", async (_, change) => {
  const { story, rate } = await april();
  await story.subscribe({ prices: [await story.usage("Calls", { unit: "1.00" })] });
  await story.use("calls", 300, "2026-04-10");
  await story.use("calls", 60, "2026-04-11");
  await story.advanceTo("2026-05-02");
  await change(story, rate);
  await story.api.post("/events/event-1/void");
  await story.advanceTo("2026-06-02");
  const lines = (await story.invoices()).flatMap(({ lineItems }) => lineItems) as (StoryInvoice["lineItems"][number] & {
    taxes: { name: string; percentage: string; base: string; amount: string }[];
  })[];
  const correction = lines.find(({ kind }) => kind === "correction");
  expect(correction?.totalPrice).toBe("-300.00");
  expect(correction?.taxes).toMatchObject([{ name: "VAT", percentage: "20", base: "-300.00", amount: "-60.00" }]);
});

test("a discount that is taken back with what is given back bears the taxes of that (R-SUB-8, R-INV-6)", async () => {
  const story = await scenario({
    start: "2026-04-01",
    currency: "EUR",
    settings: { country: "FR", taxMode: "manual" },
    account: { taxCountry: "FR" },
  });
  const full = await story.api.post("/tax-rates", { name: "VAT", percentage: "20", country: "FR" });
  const book = await story.fixed("Book", "100.00");
  const { products } = await story.api.get<{ products: Json[] }>("/products");
  for (const { id } of products) await story.api.patch(`/products/${id}`, { taxCategory: "books" });
  await story.api.post("/tax-rates", { name: "Books", percentage: "5", country: "FR", taxCategory: "books" });
  const base = await story.fixed("Base", "300.00");
  const { id } = await story.subscribe({ prices: [base, book], discount: discount("80.00") });
  await story.api.patch(`/tax-rates/${full.id}`, { percentage: "25" });
  const free = await story.fixed("Free", "0.00");
  await story.change(id, { remove: [{ priceId: base }, { priceId: book }], add: [{ priceId: free }] }); // on the first day
  const totals = (await story.invoices()).map((invoice) => {
    const { taxes } = invoice as TaxedInvoice;
    const shown = taxes.filter(({ base }) => base !== "0.00");
    return [
      ...shown.map(({ name, percentage, base, amount }) => `${name} ${percentage} of ${base} = ${amount}`),
      invoice.total,
    ];
  });
  // Of the 80.00 off 400.00, 60.00 are of Base and 20.00 of Book.
  expect(totals).toEqual([
    ["VAT 20 of 240.00 = 48.00", "Books 5 of 80.00 = 4.00", "372.00"],
    ["VAT 20 of -240.00 = -48.00", "Books 5 of -80.00 = -4.00", "-372.00"],
  ]);
});

test("a line billed before there was any tax gives back none (R-INV-6)", async () => {
  const story = await scenario({ start: "2026-04-01", currency: "EUR", account: { taxCountry: "FR" } });
  const { id } = await story.subscribe({ prices: [await story.fixed("Base", "300.00")] });
  await story.advanceTo("2026-04-15");
  await story.api.post("/tax-rates", { name: "VAT", percentage: "20", country: "FR" });
  await story.act(id, "cancel");
  await story.advanceTo("2026-04-16");
  const [, end] = (await story.invoices()) as TaxedInvoice[];
  expect([end?.subtotal, end?.tax, end?.total]).toEqual(["-150.00", "0.00", "-150.00"]);
});

test("a note after an end gives back the rest of the tax (R-INV-8)", async () => {
  const { story, id } = await april();
  await story.advanceTo("2026-04-11");
  await story.act(id, "cancel"); // 19 of 30 days are left on the 12th: 190.00 + 38.00
  await story.advanceTo("2026-04-12");
  const [invoice] = await story.invoices();
  const note = await story.api.post<Json>("/credit-notes", {
    invoiceId: invoice?.id,
    reason: "Goodwill",
    outcome: "account_credit",
    lines: [{ lineItemId: invoice?.lineItems[0]?.id }],
  });
  expect(note).toMatchObject({ subtotal: "110.00", tax: "22.00", total: "132.00" }); // 360.00 − 228.00
});
