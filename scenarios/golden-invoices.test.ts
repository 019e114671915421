import { join } from "node:path";
import { discount, type GoldenInvoice, goldensIn, scenario, type Story } from "@counterfoil/testkit/scenario";
import { test } from "vitest";

/** Invoices with all figures in `golden/`, readable by a finance person. `GOLDENS=write` rewrites them. */
const goldens = goldensIn(join(import.meta.dirname, "golden"));

const invoicesOf = async (story: Story): Promise<GoldenInvoice[]> => (await story.invoices()) as GoldenInvoice[];

const berlin = { line1: "Torstraße 1", city: "Berlin", postalCode: "10119" };
const german = { country: "DE", taxId: "DE136695976", taxMode: "table" } as const;

test("golden: fixed prices and tiers with a discount and VAT (R-RATE-2, R-SUB-8, R-INV-6)", async () => {
  const account = { taxCountry: "DE", billingAddress: berlin };
  const story = await scenario({
    start: "2026-01-10",
    zone: "Europe/Berlin",
    currency: "EUR",
    settings: german,
    account,
  });
  await story.subscribe({
    prices: [
      await story.fixed("Base", "49.00", { units: 3 }),
      await story.usage("API calls", { graduated: "0–1000 @0, 1001+ @0.02" }),
      await story.usage("Storage", { unit: "0.0125" }, { groupBy: ["region"] }),
    ],
    firstBillingDate: "2026-02-01",
    discount: discount("10 %"),
    purchaseOrderNumber: "PO-88412",
    invoicePaymentTerms: "net_15",
    invoiceMemoTemplate: "Services of {BillingPeriodStart} to {BillingPeriodEnd}",
    invoiceFooterText: "HRB 181234 B",
  });
  await story.use("api_calls", 1_500, "2026-02-10");
  await story.use("storage", { quantity: "120.5", region: "eu" }, "2026-02-11");
  await story.use("storage", { quantity: "80", region: "us" }, "2026-02-12");
  await story.advanceTo("2026-03-02");
  goldens.compare("tiers-and-discount-at-home", await invoicesOf(story));
});

test("golden: reverse charge abroad, and inclusive prices (R-INV-6)", async () => {
  const paris = { line1: "1 rue de Rivoli", city: "Paris", postalCode: "75001" };
  const account = { taxCountry: "FR", taxId: "FR40303265045", billingAddress: paris };
  const story = await scenario({ start: "2026-01-01", currency: "EUR", settings: german, account });
  await story.subscribe({ prices: [await story.fixed("Base", "100.00")] });
  await story.advanceTo("2026-01-02");
  goldens.compare("reverse-charge", await invoicesOf(story));

  const home = await scenario({ start: "2026-01-01", currency: "EUR", settings: { country: "DE" } });
  await home.api.post("/tax-rates", { name: "USt", percentage: 19, inclusive: true });
  await home.subscribe({ prices: [await home.fixed("Base", "119.00"), await home.fixed("Support", "10.00")] });
  await home.advanceTo("2026-01-02");
  goldens.compare("tax-inside-the-price", await invoicesOf(home));
});

test("golden: a change in mid-month and an end with arrears (R-SUB-5, R-SUB-6)", async () => {
  const story = await scenario({ start: "2026-04-01" });
  const [small, large] = [await story.fixed("Small", "99.00"), await story.fixed("Large", "199.00")];
  const { id } = await story.subscribe({
    prices: [small, await story.fixed("Support", "60.00", { terms: "arrears" })],
  });
  await story.advanceTo("2026-04-16T12:00");
  await story.replace(id, small, large);
  await story.advanceTo("2026-05-11T12:00");
  await story.act(id, "cancel", { reason: "pricing", effective: "2026-05-16" });
  await story.advanceTo("2026-06-02");
  goldens.compare("change-and-end", await invoicesOf(story));
});

test("golden: yen from dollars, a minimum, and late usage (R-SUB-9, R-SUB-8, R-INV-9)", async () => {
  const story = await scenario({ start: "2026-01-01" });
  const terms = { currency: "JPY", sourceCurrency: "USD", conversionRate: "151.37" };
  const prices = [await story.fixed("Base", "19.99"), await story.usage("API calls", { unit: "0.0123" })];
  await story.subscribe({ prices, minimumSpend: { amount: "5000", period: "month" }, ...terms });
  await story.use("api_calls", 1_000, "2026-01-15");
  await story.advanceTo("2026-02-02");
  await story.use("api_calls", 200, "2026-01-20");
  await story.advanceTo("2026-03-02");
  goldens.compare("yen-minimum-late-usage", await invoicesOf(story));
});

test("golden: a one-off invoice with credit and a payment, and a void one (R-INV-4, R-INV-7, R-INV-8, R-INV-2)", async () => {
  const story = await scenario({ start: "2026-01-05", currency: "EUR", settings: { country: "FR" } });
  await story.api.post("/tax-rates", { name: "TVA", percentage: "20" });
  const issue = (...unitPrices: string[]) =>
    story.api.post("/invoices", {
      accountId: story.accountId,
      lines: unitPrices.map((unitPrice, index) => ({ description: `Item ${index + 1}`, unitPrice, quantity: "2.5" })),
      memo: "Thank you",
      paymentTerms: "net_7",
      autoIssue: true,
    });
  await story.api.post(`/accounts/${story.accountId}/credit-grants`, { amount: "30.00", currency: "EUR" });
  const { id } = await issue("68.33", "-10.00");
  await story.api.post(`/invoices/${id}/payments`, { amount: "100.00", method: "bank_transfer" });
  const wrong = await issue("12.00");
  await story.api.post(`/invoices/${wrong.id}/void`, { reason: "Sent by mistake" });
  goldens.compare("one-off-credit-payment-void", await invoicesOf(story));
});

test("every golden file was compared with a story, and there is at least one", () => {
  goldens.requireAll();
});
