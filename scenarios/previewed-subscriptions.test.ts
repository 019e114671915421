import { discount, scenario, type Story, type StoryInvoice } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

// R-INV-5, R-UI-1: a preview uses the functions that bill, so it equals what is billed.

interface Preview {
  readonly currency: string;
  readonly startsAt: string;
  readonly until: string;
  readonly total: string;
  readonly byMonth: readonly { month: string; total: string }[];
  readonly invoices: readonly {
    date: string;
    periods: readonly { start: string; end: string }[];
    subtotal: string;
    tax: string;
    total: string;
    lines: StoryInvoice["lineItems"];
  }[];
}

const preview = (story: Story, body: object) => story.api.post<Preview>("/subscriptions/preview", body);

/** The parts of a line that do not depend on its invoice. */
function shown({
  description,
  quantity,
  unitPrice,
  totalPrice,
  servicePeriod,
  kind,
}: StoryInvoice["lineItems"][number]) {
  return { description, quantity, unitPrice, totalPrice, servicePeriod, kind };
}

async function sold(story: Story): Promise<{ prices: string[]; calls: string; storage: string }> {
  const calls = await story.metric("Calls");
  const storage = await story.metric("Storage");
  const prices = [
    await story.fixed("Base", "49.00"),
    await story.fixed("Support", "600.00", { every: "yearly" }),
    await story.fixed("Setup", "250.00", { oneOff: true }),
    await story.usage("Calls", { graduated: "0–1000 @0.02, 1001+ @0.01" }, { metrics: [calls] }),
    await story.usage(
      "Storage",
      {
        type: "package",
        packagePricingModel: { pricePerPackage: { value: "3.00" }, packageSize: 10, includedUnits: 5 },
      },
      { metrics: [storage] },
    ),
  ];
  return { prices, calls, storage };
}

test("a previewed year equals the billed year to the cent (R-INV-5)", async () => {
  const story = await scenario({ start: "2024-01-31", zone: "Europe/Berlin", currency: "EUR" });
  await story.api.post("/tax-rates", { name: "VAT", percentage: "19" });
  const { prices, calls, storage } = await sold(story);
  const terms = {
    contractStartDate: "2024-01-31",
    trialPeriodDays: 10,
    priceGroups: [{ priceIds: prices }],
    discount: discount("10 % for 3 months"),
    minimumSpend: { amount: "5000.00", period: "year" },
  };
  const quantities = { [calls]: "1500", [storage]: "27" };
  const body = { accountId: story.accountId, ...terms, quantities, until: "2025-03-01" };
  const foreseen = await preview(story, body);
  expect(await preview(story, body)).toMatchObject({ total: foreseen.total, byMonth: foreseen.byMonth }); // the first preview left nothing
  expect(await story.api.get("/subscriptions")).toMatchObject({ items: [] });
  expect(await story.invoices()).toEqual([]);

  await story.subscribe(terms);
  const use = async (day: string) => {
    await story.use("calls", 1500, day);
    await story.use("storage", 27, day);
  };
  for (const month of ["02", "03", "04", "05", "06", "07", "08", "09", "10", "11", "12"]) await use(`2024-${month}-20`);
  await use("2025-01-20");
  await story.advanceTo("2025-02-28");
  const billed = (await story.invoices()).filter(({ billingDate }) => billingDate < "2025-03-01");
  expect(
    foreseen.invoices.map(({ date, subtotal, tax, total, lines }) => ({
      date,
      subtotal,
      tax,
      total,
      lines: lines.map(shown),
    })),
  ).toEqual(
    billed.map(({ billingDate: date, subtotal, total, lineItems, ...billing }) => {
      return { date, subtotal, tax: billing.tax, total, lines: lineItems.map(shown) };
    }),
  );
});

test("stubs and parts of a year get their share of the assumed usage, and advances are not usage", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const calls = await story.metric("Calls");
  const tiers = [{ minUnits: 0, maxUnits: null, pricePerUnit: { value: "0.10" }, fixedFee: { value: "0" } }];
  const prepaid = await story.usage(
    "Calls",
    { type: "prepaid_fixed_tiered", prepaidFixedTieredPricingModel: { tiers, units: 100, overageInterval: "monthly" } },
    { metrics: [calls], every: "yearly" },
  );
  const body = {
    accountId: story.accountId,
    contractStartDate: "2024-01-01",
    priceGroups: [{ priceIds: [prepaid] }],
    quantities: { [prepaid]: "3660" },
  };
  const { invoices, total, byMonth, until, startsAt, currency } = await preview(story, body);
  expect({ until, startsAt, currency }).toEqual({
    until: "2025-01-01",
    startsAt: "2024-01-01T00:00:00.000Z",
    currency: "USD",
  });
  // 3660 a year of 366 days are 10 a day: by February 1 310 are used, 210 above the 100 that are paid for.
  expect(invoices.slice(0, 3).map(({ date, total: amount }) => [date, amount])).toEqual([
    ["2024-01-01", "0.00"],
    ["2024-02-01", "21.00"],
    ["2024-03-01", "29.00"], // 29 days × 10 × 0.10
  ]);
  expect(total).toBe("325.00"); // (3350 − 100) × 0.10: December is billed on January 1, which is not included
  expect(byMonth).toHaveLength(12);
  expect(byMonth.at(-1)).toEqual({ month: "2024-12", total: "30.00" });
});

test("a preview refuses what creation refuses, and quantities of unsold items (R-INV-5)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const { prices, calls } = await sold(story);
  const refused = async (body: object) => {
    const answer = await story.api.request<{ errors: { pointer: string; code: string }[] }>(
      "POST",
      "/subscriptions/preview",
      {
        body,
      },
    );
    expect(answer.status).toBe(422);
    return answer.body.errors.map(({ pointer, code }) => `${pointer} ${code}`);
  };
  const { accountId } = story;
  const priceGroups = [{ priceIds: prices }];
  expect(await refused({ accountId: "unknown", planId: "none" })).toEqual([
    "/accountId unknown_account",
    "/planId unknown_plan",
  ]);
  expect(await refused({ accountId, priceGroups, quantities: { "a/b": "1", [calls]: "2" } })).toEqual([
    "/quantities/a~1b not_sold",
  ]);
  expect(await refused({ accountId, priceGroups, until: "2023-12-31" })).toEqual(["/until out_of_range"]);
  expect(await refused({ accountId, priceGroups, quantityPerEvent: "0" })).toEqual(["/quantityPerEvent out_of_range"]);
  const paged = await preview(story, { accountId, priceGroups: [], until: "2024-03-01" });
  expect(paged).toMatchObject({ invoices: [], total: "0.00", byMonth: [{ month: "2024-01" }, { month: "2024-02" }] });
});

test("a draft is previewed with all versions, and an active subscription is refused", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const [small, large] = [await story.fixed("Small", "10.00"), await story.fixed("Large", "25.00")];
  const { id } = await story.subscribe({ prices: [small], activate: false });
  await story.api.post(`/subscriptions/${id}/versions`, {
    startDate: "2024-03-01",
    priceGroups: [{ priceIds: [large] }],
  });
  const { invoices, total } = await story.api.post<Preview>(`/subscriptions/${id}/preview`, { until: "2024-05-01" });
  expect(invoices.map(({ date, total: amount }) => `${date} ${amount}`)).toEqual([
    "2024-01-01 10.00",
    "2024-02-01 10.00",
    "2024-03-01 25.00",
    "2024-04-01 25.00",
  ]);
  expect(total).toBe("70.00");
  expect(await story.api.get(`/subscriptions/${id}`)).toMatchObject({ status: "draft" });
  await story.api.post(`/subscriptions/${id}/activate`);
  expect(await story.api.request("POST", `/subscriptions/${id}/preview`)).toMatchObject({ status: 409 });
  expect(await story.api.request("POST", "/subscriptions/sub_none/preview")).toMatchObject({ status: 404 });
});
