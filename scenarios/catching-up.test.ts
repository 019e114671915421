import { fixedClock, type Clock } from "@counterfoil/service";
import {
  daysFrom,
  invoicesToText,
  scenario,
  startEnvironment,
  type Json,
  type Story,
  type StoryInvoice,
} from "@counterfoil/testkit/scenario";
import { runAllDueWork } from "@counterfoil/worker";
import { expect, test } from "vitest";

/** A year of one event a day, sent before the account exists, so that all of it is known when the clock jumps. */
async function yearOfUsage(): Promise<Story> {
  const story = await scenario({ start: "2024-01-01" });
  const prices = [
    await story.fixed("Base", "10.00"),
    await story.usage("API calls", { unit: "0.10" }, { measure: "count" }),
  ];
  const events = daysFrom("2024-01-01", "2025-01-01").map((day) => story.event("api_calls", {}, day, "early-bird"));
  expect((await story.send(events)).ingested).toHaveLength(366);
  const account = await story.account({ aliases: ["early-bird"] });
  await story.subscribe({ account, prices });
  return story;
}

test("S11: a clock that jumps a year creates 13 invoices and counts every event once (R-TIME-5)", async () => {
  const story = await yearOfUsage();
  await story.advanceTo("2025-01-01");
  const invoices = await story.invoices();
  expect(invoices).toHaveLength(13);
  const usage = invoices.flatMap((invoice) => invoice.lineItems.filter((line) => line.kind === "usage"));
  const cents = usage.reduce((sum, line) => sum + Number(line.totalPrice.replace(".", "")), 0);
  expect(cents).toBe(3_660); // 366 events × 0.10
  expect(invoices.slice(0, 3)).toEqualInvoices(`
    2024-01-01  2024-01-01 → 2024-02-01  Base       1 × 10.00  10.00
    2024-02-01  2024-01-01 → 2024-02-01  API calls  31 × 0.10   3.10
                2024-02-01 → 2024-03-01  Base       1 × 10.00  10.00
                                                        total  13.10
    2024-03-01  2024-02-01 → 2024-03-01  API calls  29 × 0.10   2.90
                2024-03-01 → 2024-04-01  Base       1 × 10.00  10.00
                                                        total  12.90
  `);
});

test("jumping a year creates the same invoices as stepping, to the number and the hour (R-TIME-5)", async () => {
  const [jumper, stepper] = [await yearOfUsage(), await yearOfUsage()];
  await jumper.advanceTo("2025-01-01");
  const days = daysFrom("2024-01-02", "2025-01-02");
  for (const day of days.filter((_, index) => index % 3 === 2 || index === days.length - 1))
    await stepper.advanceTo(day);
  const [jumped, stepped] = [await jumper.invoices(), await stepper.invoices()];
  expect(stepped).toEqualInvoices(invoicesToText(jumped));
  expect(stepped.map(asPrinted)).toEqual(jumped.map(asPrinted));
});

function asPrinted({ number, issueDate, dueDate }: StoryInvoice): object {
  return { number, issueDate, dueDate };
}

test("a subscription activated a year late bills every period in order, once (R-TIME-5)", async () => {
  const story = await scenario({ start: "2025-01-15" });
  await story.subscribe({ prices: [await story.fixed("Base", "10.00")], contractStartDate: "2024-01-31" });
  await story.advanceTo("2025-01-16");
  const invoices = await story.invoices();
  expect(invoices.map((invoice) => invoice.billingDate)).toEqual([
    "2024-01-31",
    "2024-02-29",
    "2024-03-31",
    "2024-04-30",
    "2024-05-31",
    "2024-06-30",
    "2024-07-31",
    "2024-08-31",
    "2024-09-30",
    "2024-10-31",
    "2024-11-30",
    "2024-12-31",
  ]);
  const sequence = invoices.map((invoice) => Number(invoice.number?.split("-").at(-1)));
  expect(sequence).toEqual(invoices.map((_, index) => index + 1));
});

test("four concurrent workers after a year's outage bill each period of each account once (R-TIME-5, R-OPS-2)", async () => {
  let now = "2024-01-01T00:00:00.000Z";
  const clock: Clock = { now: () => now };
  const environment = await startEnvironment(clock);
  try {
    const { api } = await environment.createOrganization({ sandbox: false, graceHours: 0 } as object);
    const product = await api.post("/products", { name: "Base", feeType: "fixed" });
    const fixedPricingModel = { pricePerUnit: { value: "10.00" }, units: 1 };
    const price = await api.post("/prices", { productId: product.id, type: "fixed", fixedPricingModel });
    for (let number = 1; number <= 12; number += 1) {
      const account = await api.post("/accounts", { name: `Account ${number}` });
      const priceGroups = [{ priceIds: [price.id] }];
      const subscription = await api.post("/subscriptions", { accountId: account.id, priceGroups });
      await api.post(`/subscriptions/${subscription.id}/activate`);
    }
    now = "2025-01-01T00:00:00.000Z";
    const onError = (error: unknown) => environment.failures.push(error);
    const ports = { ...environment.ports, clock: fixedClock(now), onError };
    await Promise.all([1, 2, 3, 4].map(() => runAllDueWork(ports)));
    await runAllDueWork(ports);
    expect(environment.failures).toEqual([]);
    const invoices: Json[] = [];
    for (let page = 1; page <= 2; page += 1) {
      invoices.push(...(await api.get<{ items: Json[] }>(`/invoices?limit=100&page=${page}&sort=number:asc`)).items);
    }
    // 12 accounts × 13 billing dates, from 2024-01-01 to 2025-01-01; each period of each subscription once.
    expect(invoices).toHaveLength(156);
    const periods = invoices.map((invoice) => `${invoice["subscriptionId"]} ${invoice["billingPeriod"]}`);
    expect(new Set(periods).size).toBe(156);
    const sequence = invoices.map((invoice) => Number(String(invoice["number"]).split("-").at(-1)));
    expect(sequence.sort((a, b) => a - b)).toEqual(invoices.map((_, index) => index + 1));
  } finally {
    await environment.stop();
  }
});
