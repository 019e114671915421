import { parseTiers, scenario, type Story } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

// R-INV-2, R-INV-5, R-CREDIT-1: late usage of a draft that waits belongs to this draft, whatever else counts it meanwhile.

/** 1,000 calls a year are included. What is above costs 1.00 each, billed every month. */
async function overage(members: object = {}, settings: object = {}): Promise<Story> {
  const story = await scenario({ start: "2024-01-01", ...settings });
  const model = { units: 1_000, overageInterval: "monthly", tiers: parseTiers("0–1000 @0, 1001+ @1") };
  const price = { type: "prepaid_fixed_tiered", prepaidFixedTieredPricingModel: model };
  await story.subscribe({ prices: [await story.usage("Calls", price, { every: "yearly" })], ...members });
  return story;
}

const grant = (story: Story, amount: string) =>
  story.api.post(`/accounts/${story.accountId}/credit-grants`, { amount });

async function creditOf({ api, accountId }: Story) {
  const { balances } = await api.get<{ balances: Record<"running" | "available" | "drawn", string>[] }>(
    `/accounts/${accountId}/credit`,
  );
  return balances[0];
}

/** Those with usage. */
const draftsOf = async (story: Story) =>
  (await story.invoices()).filter(({ status, lineItems }) => {
    return status === "draft" && lineItems.some(({ kind }) => kind === "usage");
  });
const issue = ({ api }: Story, { id }: { readonly id: string }) => api.post(`/invoices/${id}/issue`);
const sumOf = async (story: Story) =>
  (await story.invoices()).reduce((sum, { total }) => sum + Math.round(Number(total) * 100), 0) / 100;

test("running usage counts late usage of a draft once, so a hold is not refused for it", async () => {
  const story = await overage({}, { graceHours: 72 });
  await grant(story, "200.00");
  await story.use("calls", 1_000, "2024-01-10");
  await story.advanceTo("2024-02-01T12:00");
  // In January's draft, which was made without it.
  await story.use("calls", 100, "2024-01-31T23:00");
  expect(await creditOf(story)).toMatchObject({ running: "100.00", available: "100.00" });
  const event = { eventName: "calls", properties: { quantity: 10 } };
  const answer = await story.api.post(`/accounts/${story.accountId}/credit/check`, { events: [event] });
  expect(answer["allowed"]).toBe(true);
});

test("with two drafts of parts, what runs is what is drawn when they are issued", async () => {
  const story = await overage({ autoIssueInvoices: false });
  await grant(story, "1000.00");
  await story.use("calls", 1_100, "2024-01-10");
  await story.use("calls", 80, "2024-02-10");
  await story.advanceTo("2024-03-05");
  await story.use("calls", 5, "2024-01-11");
  expect(await creditOf(story)).toMatchObject({ running: "185.00" });
  for (const draft of await draftsOf(story)) await issue(story, draft);
  expect(await creditOf(story)).toMatchObject({ running: "0.00", drawn: "185.00" });
});

test("the upcoming invoice does not have the late usage of a draft", async () => {
  const story = await overage({ autoIssueInvoices: false });
  await story.use("calls", 1_100, "2024-01-10");
  await story.advanceTo("2024-02-05");
  await story.use("calls", 50, "2024-01-11");
  await story.use("calls", 7, "2024-02-03");
  const { items } = await story.api.get<{ items: { id: string }[] }>("/subscriptions");
  expect((await story.upcoming(items[0]?.id ?? "")).total).toBe("7.00");
});

test.each(["in order", "last first"])("drafts issued %s charge late usage once", async (order) => {
  const story = await overage({ autoIssueInvoices: false });
  await story.use("calls", 1_100, "2024-01-10");
  await story.use("calls", 80, "2024-02-10");
  await story.advanceTo("2024-03-05");
  await story.use("calls", 50, "2024-01-11");
  const drafts = await draftsOf(story);
  expect(drafts).toHaveLength(2);
  for (const draft of order === "in order" ? drafts : drafts.toReversed()) await issue(story, draft);
  expect(await sumOf(story)).toBe(230); // 150 + 80
});

test.each(["in order", "last first"])("a quarter's minimum counts late usage of drafts issued %s", async (order) => {
  const story = await scenario({ start: "2024-01-01" });
  const terms = { autoIssueInvoices: false, minimumSpend: { amount: "300.00", period: "quarter" } };
  await story.subscribe({ prices: [await story.usage("Calls", { unit: "1.00" })], ...terms });
  for (const month of ["01", "02", "03"]) await story.use("calls", 50, `2024-${month}-10`);
  await story.advanceTo("2024-04-02");
  await story.use("calls", 40, "2024-01-11");
  await story.advanceTo("2024-04-03");
  const drafts = await draftsOf(story);
  for (const draft of order === "in order" ? drafts : drafts.toReversed()) await issue(story, draft);
  expect(await sumOf(story)).toBe(300);
});

test("a true-up on a draft without usage counts late usage of the draft before it", async () => {
  const story = await scenario({ start: "2024-01-01", graceHours: 72 });
  const [calls, base] = [
    await story.usage("Calls", { unit: "1.00" }, { every: "daily" }),
    await story.fixed("Base", "1.00"),
  ];
  const minimumSpend = { amount: "100.00", period: "month" };
  const { id } = await story.subscribe({ prices: [base, calls], minimumSpend });
  await story.change(id, { remove: [{ priceId: calls }], effective: "2024-01-31" });
  await story.use("calls", 10, "2024-01-30");
  await story.advanceTo("2024-02-01T12:00");
  // The draft of January 31 has its usage, and that of February 1 the true-up.
  await story.use("calls", 40, "2024-01-30T01:00");
  await story.advanceTo("2024-02-20");
  // January 1.00 + 50.00 + 49.00, February 1.00.
  expect(await sumOf(story)).toBe(101);
});
