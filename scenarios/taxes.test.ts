import { priceDiscount, scenario, type Story, type StoryInvoice } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

interface TaxedInvoice extends StoryInvoice {
  readonly tax: string;
  readonly taxes: readonly {
    name: string;
    percentage: string;
    categoryCode: string;
    reasonCode: string | null;
    base: string;
    amount: string;
  }[];
}

const german = { country: "DE", taxId: "DE136695976", taxMode: "table" } as const;

/** `100.00 + USt 19 % (S) 19.00 of 100.00 = 119.00` of each invoice. */
async function summaries(story: Story, account?: string): Promise<string[]> {
  return (await story.invoices(account)).map((invoice) => summary(invoice as TaxedInvoice));
}

function summary({ subtotal, taxes, total }: TaxedInvoice): string {
  const added = taxes.map(
    ({ name, percentage, categoryCode, base, amount }) =>
      ` + ${name} ${percentage} % (${categoryCode}) ${amount} of ${base}`,
  );
  return `${subtotal}${added.join("")} = ${total}`;
}

/** One fixed price of 100.00, sold to an account with these members. */
async function sold(settings: object, account: object, amount = "100.00"): Promise<Story> {
  const story = await scenario({ start: "2026-01-01", currency: "EUR", settings, account: { ...account } });
  await story.subscribe({ prices: [await story.fixed("Base", amount)] });
  await story.advanceTo("2026-01-02");
  return story;
}

test("2 × 68.33 with 20 % is 163.99, of which 27.33 is tax (S22, R-INV-6)", async () => {
  const story = await scenario({ start: "2026-01-01", currency: "EUR" });
  await story.api.post("/tax-rates", { name: "VAT", percentage: "20" });
  await story.subscribe({ prices: [await story.fixed("Left", "68.33"), await story.fixed("Right", "68.33")] });
  await story.advanceTo("2026-01-02");
  expect(await summaries(story)).toEqual(["136.66 + VAT 20 % (S) 27.33 of 136.66 = 163.99"]); // 27.332
});

test.each([
  ["at home", { taxCountry: "DE" }, "100.00 + USt 19 % (S) 19.00 of 100.00 = 119.00"],
  [
    "to a business in France",
    { taxCountry: "FR", taxId: "FR40303265045" },
    "100.00 + Reverse charge 0 % (AE) 0.00 of 100.00 = 100.00",
  ],
  ["to a consumer in France", { taxCountry: "FR" }, "100.00 + TVA 20 % (S) 20.00 of 100.00 = 120.00"],
  ["to Switzerland", { taxCountry: "CH" }, "100.00 + Export 0 % (G) 0.00 of 100.00 = 100.00"],
  ["to a school that is exempt", { taxStatus: "exempt" }, "100.00 + Exempt 0 % (E) 0.00 of 100.00 = 100.00"],
])("from Germany %s, by the table (R-INV-6)", async (_, account, expected) => {
  expect(await summaries(await sold(german, account))).toEqual([expected]);
});

test.each([
  ["GB", "GB", null, "100.00 + VAT 20 % (S) 20.00 of 100.00 = 120.00"],
  ["US", "US", "New York", "100.00 + Sales tax 4 % (S) 4.00 of 100.00 = 104.00"],
  ["CA", "CA", "BC", "100.00 + GST 5 % (S) 5.00 of 100.00 + PST 7 % (S) 7.00 of 100.00 = 112.00"],
  ["CA", "CA", "QC", "100.00 + GST 5 % (S) 5.00 of 100.00 + QST 9.975 % (S) 9.98 of 100.00 = 114.98"], // 9.975
])("from %s to %s (%s), by the table (R-INV-6)", async (country, taxCountry, state, expected) => {
  const story = await sold({ country, taxMode: "table" }, { taxCountry, billingAddress: { state } });
  expect(await summaries(story)).toEqual([expected]);
});

test("inclusive prices keep their gross: 99.98 are 83.32 and 16.66 (R-INV-6)", async () => {
  const story = await scenario({ start: "2026-01-01", currency: "EUR" });
  await story.api.post("/tax-rates", { name: "VAT", percentage: 20, inclusive: true });
  await story.subscribe({ prices: [await story.fixed("Left", "49.99"), await story.fixed("Right", "49.99")] });
  await story.advanceTo("2026-01-02");
  expect(await summaries(story)).toEqual(["83.32 + VAT 20 % (S) 16.66 of 83.32 = 99.98"]); // 99.98 × 20/120 = 16.663…
});

test("a rate change at New Year: December's usage has the old rate, January's advance the new one (R-INV-6)", async () => {
  const settings = { country: "CH", taxMode: "table" } as const;
  const story = await scenario({ start: "2023-12-01", currency: "CHF", settings });
  const prices = [await story.fixed("Base", "100.00"), await story.usage("API calls", { unit: "0.10" })];
  const { id } = await story.subscribe({ prices });
  await story.use("api_calls", 500, "2023-12-10");
  expect(summary((await story.upcoming(id)) as TaxedInvoice)).toBe(
    "150.00 + MWST 7.7 % (S) 3.85 of 50.00 + MWST 8.1 % (S) 8.10 of 100.00 = 161.95",
  );
  await story.advanceTo("2024-01-01");
  expect(await summaries(story)).toEqual([
    "100.00 + MWST 7.7 % (S) 7.70 of 100.00 = 107.70",
    "150.00 + MWST 7.7 % (S) 3.85 of 50.00 + MWST 8.1 % (S) 8.10 of 100.00 = 161.95",
  ]);
});

test("own rates come before the table, and a price can name rates for each place (R-INV-6)", async () => {
  const story = await scenario({ start: "2026-01-01", currency: "EUR", settings: german });
  const books = await story.api.post("/tax-rates", {
    name: "Bücher",
    percentage: "7",
    country: "DE",
    taxCategory: "books",
  });
  await story.api.post("/tax-rates", { name: "USt ermäßigt", percentage: "7", country: "DE", taxCategory: "food" });
  const prices = [
    await story.fixed("Base", "100.00"),
    await story.fixed("Book", "20.00", { price: { taxRateIds: [books.id] } }),
  ];
  await story.subscribe({ prices });
  await story.advanceTo("2026-01-02");
  expect(await summaries(story)).toEqual([
    "120.00 + USt 19 % (S) 19.00 of 100.00 + Bücher 7 % (S) 1.40 of 20.00 = 140.40",
  ]);
});

test("a discount on everything is shared by the rates, and the minimum after it is taxed (R-SUB-8, R-INV-6)", async () => {
  const story = await scenario({ start: "2026-01-01", currency: "EUR" });
  await story.api.post("/tax-rates", { name: "Full", percentage: "20" });
  const half = await story.api.post("/tax-rates", { name: "Half", percentage: "10", taxCategory: "none" });
  const prices = [
    await story.fixed("App", "200.00"),
    await story.fixed("Book", "100.00", { price: { taxRateIds: [half.id], discount: priceDiscount("10 %") } }),
  ];
  const discount = { discountType: "amount", amount: "29.00", durationType: "forever" };
  await story.subscribe({ prices, discount });
  await story.advanceTo("2026-01-02");
  // Book 100.00 − 10.00 = 90.00; 29.00 off 290.00: 20.00 of the 200.00 and 9.00 of the 90.00.
  expect(await summaries(story)).toEqual([
    "261.00 + Full 20 % (S) 36.00 of 180.00 + Half 10 % (S) 8.10 of 81.00 = 305.10",
  ]);
});

test("prices in dollars are converted before tax (R-SUB-9, R-INV-6)", async () => {
  const story = await scenario({ start: "2026-01-01", settings: german });
  const terms = { currency: "EUR", sourceCurrency: "USD", conversionRate: "0.92" };
  await story.subscribe({ prices: [await story.fixed("Base", "99.99")], ...terms });
  await story.advanceTo("2026-01-02");
  // 99.99 × 0.92 = 91.9908 → 91.99; 19 % of it are 17.4781.
  expect(await summaries(story)).toEqual(["91.99 + USt 19 % (S) 17.48 of 91.99 = 109.47"]);
});

test("a downgrade also credits the old rate's tax, and the credit is used after tax (R-SUB-4, R-SUB-8)", async () => {
  const story = await scenario({ start: "2026-04-01", currency: "EUR", settings: german });
  const [large, small] = [await story.fixed("Large", "200.00"), await story.fixed("Small", "100.00")];
  const { id } = await story.subscribe({ prices: [large] });
  await story.advanceTo("2026-04-16T12:00");
  await story.replace(id, large, small);
  await story.advanceTo("2026-05-01");
  const invoices = await story.invoices();
  expect(invoices.map((invoice) => summary(invoice as TaxedInvoice))).toEqual([
    "200.00 + USt 19 % (S) 38.00 of 200.00 = 238.00",
    "-50.00 + USt 19 % (S) -9.50 of -50.00 = -59.50", // −100.00 + 50.00
    "100.00 + USt 19 % (S) 19.00 of 100.00 = 119.00",
  ]);
  expect(invoices.map(({ creditsApplied, amountRemaining }) => `${creditsApplied} ${amountRemaining}`)).toEqual([
    "0.00 238.00",
    "-59.50 0.00",
    "59.50 59.50", // 119.00 − 59.50
  ]);
});

test("a tax ID added within the grace period counts, because parties are frozen at issue (R-INV-2, R-INV-6)", async () => {
  const story = await scenario({
    start: "2026-01-01",
    currency: "EUR",
    graceHours: 24,
    settings: german,
    account: { taxCountry: "FR" },
  });
  await story.subscribe({ prices: [await story.fixed("Base", "100.00")] });
  expect(await summaries(story)).toEqual(["100.00 + TVA 20 % (S) 20.00 of 100.00 = 120.00"]);
  await story.api.patch(`/accounts/${story.accountId}`, { taxId: "FR40303265045" });
  await story.advanceTo("2026-01-02");
  expect(await summaries(story)).toEqual(["100.00 + Reverse charge 0 % (AE) 0.00 of 100.00 = 100.00"]);
  const [invoice] = (await story.invoices()) as TaxedInvoice[];
  expect(invoice?.taxes[0]?.reasonCode).toBe("VATEX-EU-AE");
  expect(invoice?.lineItems).toMatchObject([{ taxes: [{ categoryCode: "AE", base: "100.00", amount: "0.00" }] }]);
  // Issued invoices do not change.
  await story.api.patch(`/accounts/${story.accountId}`, { taxId: null });
  await story.api.patch("/organization", { taxMode: "none" });
  expect(await summaries(story)).toEqual(["100.00 + Reverse charge 0 % (AE) 0.00 of 100.00 = 100.00"]);
});

test("tax turned off within the grace period is not charged, and without rates the invoice does not mention tax", async () => {
  const story = await scenario({ start: "2026-01-01", currency: "EUR", graceHours: 24, settings: german });
  await story.subscribe({ prices: [await story.fixed("Base", "100.00")] });
  expect(await summaries(story)).toEqual(["100.00 + USt 19 % (S) 19.00 of 100.00 = 119.00"]);
  await story.api.patch("/organization", { taxMode: "manual" });
  await story.advanceTo("2026-01-02");
  expect(await summaries(story)).toEqual(["100.00 = 100.00"]);
  expect((await story.invoices())[0]?.lineItems).toMatchObject([{ taxes: [] }]);
});

test("a one-off invoice is taxed as a draft, after edits, and when rebilled (R-INV-4, R-INV-6)", async () => {
  const settings = { ...german, graceHours: 24 };
  const story = await scenario({ start: "2026-01-01", currency: "EUR", settings, account: { taxCountry: "DE" } });
  const food = await story.api.post("/products", { name: "Catering", feeType: "fixed", taxCategory: "reduced" });
  const lines = [
    { description: "Workshop", unitPrice: "1000.00" },
    { description: "Catering", unitPrice: "100.00", productId: food.id },
  ];
  const draft = await story.api.post<TaxedInvoice>("/invoices", { accountId: story.accountId, lines });
  expect(summary(draft)).toBe("1100.00 + USt 19 % (S) 190.00 of 1000.00 + USt 7 % (S) 7.00 of 100.00 = 1297.00");
  const lineItems = [{ description: "Workshop", unitPrice: "500.00" }];
  const edited = await story.api.patch<TaxedInvoice>(`/invoices/${draft.id}`, { lineItems });
  expect(summary(edited)).toBe("500.00 + USt 19 % (S) 95.00 of 500.00 = 595.00");
  expect(await story.api.get(`/invoices/${draft.id}`)).toEqual(edited);
  await story.api.post(`/invoices/${draft.id}/issue`);
  // The account turns out to be French: the invoice is voided and rebilled without tax.
  await story.api.patch(`/accounts/${story.accountId}`, { taxCountry: "FR", taxId: "FR40303265045" });
  const body = { reason: "Wrong country", rebill: true };
  const voided = await story.api.post<TaxedInvoice & { replacedByInvoiceId: string }>(
    `/invoices/${draft.id}/void`,
    body,
  );
  expect(summary(voided)).toBe("500.00 + USt 19 % (S) 95.00 of 500.00 = 595.00");
  const again = await story.api.get<TaxedInvoice>(`/invoices/${voided.replacedByInvoiceId}`);
  expect(summary(again)).toBe("500.00 + Reverse charge 0 % (AE) 0.00 of 500.00 = 500.00");
  expect(again.lineItems).toMatchObject([{ taxes: [{ categoryCode: "AE" }] }]);
});

test("a rebilled subscription invoice is taxed by the account's current data (R-INV-2, R-INV-6)", async () => {
  const story = await sold(german, { taxCountry: "FR" });
  const [first] = await story.invoices();
  await story.api.patch(`/accounts/${story.accountId}`, { taxId: "FR40303265045" });
  await story.api.post(`/invoices/${first?.id}/void`, { reason: "The tax id came late", rebill: true });
  expect(await summaries(story)).toEqual([
    "100.00 + TVA 20 % (S) 20.00 of 100.00 = 120.00",
    "100.00 + Reverse charge 0 % (AE) 0.00 of 100.00 = 100.00",
  ]);
});
