import { bookDifferences, discount, type Json, scenario, type Story } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";
import { note } from "./steps.ts";

// R-SUB-8: discounts and spend limits of a version, for everything in it or for some prices and bundles.

const off = (value: string, ids: string[] = [], type = "percentage") => ({
  type,
  value,
  scope: ids.length === 0 ? { type: "global" } : { type: "items", ids },
});
const limit = (type: "min" | "max", value: string, ids: string[] = []) => ({ ...off(value, ids), type });

async function proved(story: Story): Promise<void> {
  expect(await bookDifferences(story)).toEqual([]);
}

async function start(zone?: object): Promise<{ story: Story; seats: string; support: string }> {
  const story = await scenario({ start: "2024-04-01", ...zone });
  return { story, seats: await story.fixed("Seats", "100.00"), support: await story.fixed("Support", "50.00") };
}

test("a scoped discount applies only to its items, and before the subscription's", async () => {
  const { story, seats, support } = await start();
  const { id } = await story.subscribe({
    prices: [seats, support],
    discounts: [off("20", [support])],
    discount: discount("10 %"),
  });
  await story.advanceTo("2024-04-02");
  expect(await story.invoices()).toEqualInvoices(`
    2024-04-01  2024-04-01 → 2024-05-01  Seats          1 × 100.00  100.00
                2024-04-01 → 2024-05-01  Support         1 × 50.00   50.00
                2024-04-01 → 2024-05-01  Discount 20 %              -10.00   // 50.00 × 20 %
                2024-04-01 → 2024-05-01  Discount 10 %              -14.00   // (100.00 + 50.00 − 10.00) × 10 %
                                                             total  126.00
  `);
  const [invoice] = await story.invoices();
  const scoped = await story.api.get<Json>(`/invoices/${invoice?.id}/lines/${invoice?.lineItems[2]?.id}/explain`);
  expect(JSON.stringify(scoped)).toContain("50.00");
  expect((await story.api.get<Json>(`/subscriptions/${id}/versions/current`))["discounts"]).toEqual([
    {
      id: expect.stringMatching(/^disc_/),
      ...off("20", [support]),
      durationType: "forever",
      durationValue: null,
      durationUnit: null,
    },
  ]);
  await proved(story);
});

test("order: price, items, version, subscription, each with discounts before minimum and maximum", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const seats = await story.fixed("Seats", "100.00", {
    terms: "arrears",
    price: { discount: { discountType: "percentage", amount: { value: "10" } } },
  });
  const support = await story.fixed("Support", "50.00", { terms: "arrears" });
  await story.subscribe({
    prices: [seats, support],
    discounts: [off("5", [seats, support], "amount"), off("10")],
    thresholds: [limit("min", "60.00", [support]), limit("max", "130.00")],
    discount: discount("50 %"),
    minimumSpend: { amount: "70.00", period: "month" },
  });
  await story.advanceTo("2024-05-02");
  expect(await story.invoices()).toEqualInvoices(`
    2024-05-01  2024-04-01 → 2024-05-01  Seats                       1 × 100.00  100.00
                2024-04-01 → 2024-05-01  Support                      1 × 50.00   50.00
                2024-04-01 → 2024-05-01  Discount 10 %                           -10.00   // of the price Seats
                2024-04-01 → 2024-05-01  Discount                                 -5.00   // of both items together
                2024-04-01 → 2024-05-01  True-up to minimum spend                 10.00   // Support: 60.00 − 50.00
                2024-04-01 → 2024-05-01  Discount 10 %                           -14.50   // 145.00 × 10 %
                2024-04-01 → 2024-05-01  Reduction to maximum spend               -0.50   // 130.50 − 130.00
                2024-04-01 → 2024-05-01  Discount 50 %                           -65.00
                2024-04-01 → 2024-05-01  True-up to minimum spend                  5.00   // 70.00 − 65.00
                                                                          total   70.00
  `);
  await proved(story);
});

test("a scope names a bundle by its ID, and its limits count usage", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const [base, calls] = [await story.fixed("Base", "20.00"), await story.usage("Calls", { unit: "0.10" })];
  const other = await story.usage("Other", { unit: "1.00" });
  const bundle = await story.api.post("/price-bundles", { name: "Both", priceIds: [base, calls] });
  await story.subscribe({
    priceGroups: [{ bundleId: bundle.id }, { priceIds: [other] }],
    thresholds: [limit("min", "50.00", [bundle.id]), limit("max", "5.00", [other])],
  });
  await story.use("calls", 100, "2024-04-10");
  await story.use("other", 9, "2024-04-11");
  await story.advanceTo("2024-05-02");
  expect((await story.invoices()).map(({ total }) => total)).toEqual(["20.00", "55.00"]);
  // 10.00 calls + 9.00 other + (50.00 − 20.00 − 10.00) − (9.00 − 5.00) + 20.00 for May
  await proved(story);
});

test("a change keeps scoped terms, moves them to the replacing price, and prorates", async () => {
  const { story, seats, support } = await start();
  const { id } = await story.subscribe({ prices: [seats, support], discounts: [off("20", [support])] });
  const better = await story.fixed("Better support", "80.00");
  await story.advanceTo("2024-04-16T12:00");
  await story.replace(id, support, better);
  await story.advanceTo("2024-05-02");
  expect(await story.invoices()).toEqualInvoices(`
    2024-04-01  2024-04-01 → 2024-05-01  Seats                          1 × 100.00  100.00
                2024-04-01 → 2024-05-01  Support                         1 × 50.00   50.00
                2024-04-01 → 2024-05-01  Discount 20 %                              -10.00
                                                                             total  140.00
    2024-04-16  2024-04-16 → 2024-05-01  Unused Support                  1 × 15/30  -25.00
                2024-04-16 → 2024-05-01  Better support         1 × 80.00 × 15/30    40.00
                2024-04-16 → 2024-05-01  Discount 20 %                               -3.00   // (40.00 − 25.00) × 20 %
                                                                             total   12.00
    2024-05-01  2024-05-01 → 2024-06-01  Seats                          1 × 100.00  100.00
                2024-05-01 → 2024-06-01  Better support                  1 × 80.00   80.00
                2024-05-01 → 2024-06-01  Discount 20 %                              -16.00
                                                                             total  164.00
  `);
  const { versions } = await story.api.get<{ versions: { discounts: Json[] }[] }>(`/subscriptions/${id}/versions`);
  expect(versions.map(({ discounts }) => discounts[0]?.["scope"])).toEqual([
    { type: "items", ids: [support] },
    { type: "items", ids: [better] },
  ]);
  expect(new Set(versions.map(({ discounts }) => discounts[0]?.id)).size).toBe(1);
  await proved(story);
});

test("a discount ended by a change is taken back with the credit of its line", async () => {
  const { story, seats, support } = await start();
  const { id } = await story.subscribe({ prices: [seats, support], discounts: [off("20", [support])] });
  const better = await story.fixed("Better support", "80.00");
  await story.advanceTo("2024-04-16T12:00");
  await story.change(id, { update: [{ priceId: support, newPriceId: better }], discounts: [] });
  await story.advanceTo("2024-05-02");
  const totals = (await story.invoices()).map(({ billingDate, total }) => `${billingDate} ${total}`);
  expect(totals).toEqual([
    "2024-04-01 140.00",
    "2024-04-16 20.00", // −25.00 + 5.00 + 40.00
    "2024-05-01 180.00",
  ]);
  await proved(story);
});

test("a version that replaces another on the billed day takes back the old discount, not its own", async () => {
  const { story, seats, support } = await start();
  const { id } = await story.subscribe({ prices: [seats, support], discounts: [off("20", [support])] });
  const better = await story.fixed("Better support", "80.00");
  await story.change(id, { update: [{ priceId: support, newPriceId: better }], discounts: [off("50", [better])] });
  expect((await story.invoices()).map(({ total }) => total).toSorted()).toEqual(["0.00", "140.00"]);
  // −50.00 + 10.00 + 80.00 − 40.00
  await story.advanceTo("2024-05-01T12:00");
  const best = await story.fixed("Best support", "90.00");
  await story.change(id, { update: [{ priceId: better, newPriceId: best }], discounts: [] });
  const totals = (await story.invoices()).slice(2).map(({ billingDate, total }) => `${billingDate} ${total}`);
  expect(totals).toEqual([
    "2024-05-01 140.00", // 100.00 + 80.00 − 40.00
    "2024-05-01 50.00", // −80.00 + 40.00 + 90.00
  ]);
  await proved(story);
});

test("a limit applies to each period that begins with its version, prorated where its items begin", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const calls = await story.usage("Calls", { unit: "1.00" });
  const storage = await story.usage("Storage", { unit: "1.00" });
  const { id } = await story.subscribe({ prices: [calls], thresholds: [limit("min", "30.00", [calls])] });
  await story.use("calls", 10, "2024-04-10");
  await story.advanceTo("2024-04-16T12:00");
  await story.change(id, {
    add: [{ priceId: storage }],
    thresholds: [limit("min", "60.00", [calls]), limit("min", "40.00", [storage])],
  });
  await story.advanceTo("2024-06-02");
  expect((await story.invoices()).map(({ billingDate, total }) => `${billingDate} ${total}`)).toEqual([
    "2024-05-01 50.00", // April: calls at least 30.00; storage at least 40.00 × 15/30
    "2024-06-01 100.00", // May: 60.00 + 40.00
  ]);
  await proved(story);
});

test("a note, late usage and an end each follow the scoped discount", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const [base, calls] = [await story.fixed("Base", "60.00"), await story.usage("Calls", { unit: "1.00" })];
  const { id } = await story.subscribe({ prices: [base, calls], discounts: [off("50", [calls])] });
  await story.use("calls", 20, "2024-04-10");
  await story.advanceTo("2024-05-02");
  await story.use("calls", 6, "2024-04-20"); // late: 6.00 − 3.00
  const second = (await story.invoices())[1];
  expect(second?.total).toBe("70.00"); // 20.00 − 10.00 + 60.00
  expect(await note(story, { invoice: second, lines: [[0, "8.00"]] })).toBe("8.00");
  await story.advanceTo("2024-05-15T12:00");
  await story.act(id, "cancel");
  await story.advanceTo("2024-05-16");
  const last = (await story.invoices()).at(-1);
  expect(last?.total).toBe("-27.97"); // −60.00 × 16/31 + 6.00 − 3.00
  await proved(story);
});

test("taxes follow the items of a scoped discount (R-INV-6)", async () => {
  const settings = { country: "FR", taxMode: "manual" };
  const { story, seats, support } = await start({ currency: "EUR", settings, account: { taxCountry: "FR" } });
  await story.api.post("/tax-rates", { name: "VAT", percentage: "20", country: "FR" });
  await story.api.post("/tax-rates", { name: "Books", percentage: "10", country: "FR", taxCategory: "books" });
  const { products } = await story.api.get<{ products: Json[] }>("/products");
  await story.api.patch(`/products/${products[1]?.id}`, { taxCategory: "books" });
  const more = await story.fixed("More", "30.00");
  await story.subscribe({
    prices: [seats, support, more],
    discounts: [off("20", [support]), off("15", [seats, more], "amount")],
    thresholds: [limit("max", "100.00", [seats, more])],
  });
  await story.advanceTo("2024-04-02");
  const [invoice] = await story.invoices();
  // 130.00 − 15.00 − 15.00 under 20 %, 50.00 − 10.00 under 10 %
  expect([invoice?.subtotal, invoice?.tax, invoice?.total]).toEqual(["140.00", "24.00", "164.00"]);
  await proved(story);
});

test("a discount of fixed duration ends, and an annual price counts its part in a scoped monthly limit", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const year = await story.fixed("Year", "1200.00", { every: "yearly" });
  const support = await story.fixed("Support", "50.00");
  await story.subscribe({
    prices: [year, support],
    discounts: [{ ...off("10", [support]), durationType: "fixed", durationValue: 2, durationUnit: "months" }],
    thresholds: [limit("min", "110.00", [year])],
  });
  await story.advanceTo("2024-07-02");
  expect((await story.invoices()).map(({ billingDate, total }) => `${billingDate} ${total}`)).toEqual([
    "2024-04-01 1245.00", // 1200.00 + 50.00 − 5.00
    "2024-05-01 55.00", // 110.00 − 1200.00 ÷ 12 for April, 50.00 − 5.00
    "2024-06-01 60.00", // 10.00 for May; the discount is over
    "2024-07-01 60.00",
  ]);
  await proved(story);
});

test("activation returns terms of prices, version and subscription in the interface's shape (R-SUB-2)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const seats = await story.fixed("Seats", "100.00", {
    price: {
      discount: { discountType: "percentage", amount: { value: "5" } },
      minimumSpend: { amount: { value: "10" }, period: "monthly" },
      maximumSpend: { amount: { value: "500" }, period: "quarterly" },
    },
  });
  const support = await story.fixed("Support", "50.00");
  const { id } = await story.subscribe({
    prices: [seats, support],
    discounts: [off("20", [support])],
    thresholds: [{ ...limit("max", "900"), interval: "year" }, limit("min", "15", [seats, support])],
    discount: discount("10 %"),
    minimumSpend: { amount: "70.00", period: "month" },
    activate: false,
  });
  const activated = await story.api.post<{ currentVersion: Record<string, unknown> }>(`/subscriptions/${id}/activate`);
  const threshold = (type: string, value: string, interval: string, scope: object) => ({
    id: expect.stringMatching(/^thr_/),
    type,
    value,
    interval,
    scope,
  });
  const items = (...ids: string[]) => ({ type: "items", ids });
  const everything = { type: "global", ids: [] };
  expect(activated.currentVersion["thresholds"]).toEqual([
    threshold("min", "10", "month", items(seats)),
    threshold("min", "15", "month", items(seats, support)),
    threshold("min", "70.00", "month", everything),
    threshold("max", "500", "quarter", items(seats)),
    threshold("max", "900", "year", everything),
  ]);
  const one = (value: string, scope: object) => ({
    id: expect.stringMatching(/^disc_/),
    type: "percentage",
    value,
    scope,
  });
  expect(activated.currentVersion["discounts"]).toEqual([
    one("5", items(seats)),
    one("20", items(support)),
    one("10", everything),
  ]);
});

test("each wrong field of scoped terms is named, in every operation", async () => {
  const { story, seats, support } = await start();
  const wrong = {
    discounts: [
      off("101", [seats]),
      { type: "percentage", value: "5", scope: { type: "items", ids: [] } },
      { type: "amount", value: "-5", scope: { type: "global", ids: [seats] } },
      { ...off("5", [seats, "price_none"]), durationType: "fixed" },
    ],
    thresholds: [limit("min", "-1"), limit("min", "5"), limit("max", "5")],
  };
  const expected = [
    "/discounts/0/value above_hundred",
    "/discounts/1/scope/ids required",
    "/discounts/2/scope/ids only_for_items",
    "/discounts/2/value negative",
    "/discounts/3/durationValue required",
    "/discounts/3/scope overlapping_scope",
    "/discounts/3/scope/ids/1 unknown_item",
    "/thresholds/0/value negative",
    "/thresholds/1/scope overlapping_scope",
  ];
  const { id } = await story.subscribe({ prices: [seats, support] });
  const creation = { accountId: story.accountId, priceGroups: [{ priceIds: [seats] }] };
  const draft = await story.api.post("/subscriptions", creation);
  const { versions } = await story.api.get<{ versions: Json[] }>(`/subscriptions/${draft.id}/versions`);
  for (const [method, path, members] of [
    ["POST", "/subscriptions", creation],
    ["POST", "/subscriptions/preview", creation],
    ["POST", `/subscriptions/${draft.id}/versions`, { priceGroups: [{ priceIds: [seats] }] }],
    ["PATCH", `/subscriptions/${draft.id}/versions/${versions[0]?.id}`, {}],
    ["POST", `/subscriptions/${id}/changes`, {}],
    ["POST", `/subscriptions/${id}/changes/preview`, {}],
  ] as const) {
    const answer = await story.api.request(method, path, { body: { ...members, ...wrong } });
    const errors = answer.body["errors"] as { pointer: string; code: string }[];
    expect([path, answer.status]).toEqual([path, 422]);
    expect(errors.map(({ pointer, code }) => `${pointer} ${code}`).toSorted(), path).toEqual(expected);
  }
  const bare = await story.api.request("POST", "/subscriptions", {
    body: { accountId: story.accountId, discounts: [off("5")] },
  });
  expect([bare.status, JSON.stringify(bare.body["errors"])]).toEqual([422, expect.stringContaining("needs_prices")]);
});
