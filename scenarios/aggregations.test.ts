import { scenario, type Story } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

/** Quantity and amount of each month's only line. */
async function months(story: Story): Promise<string[]> {
  return (await story.invoices()).map(({ lineItems: [line] }) => `${line?.quantity ?? ""} → ${line?.totalPrice ?? ""}`);
}

test("weighted_sum: 2,500 added on day 5 of 31 are 2,500 × 27/31, and the next month starts at that level (R-MET-1)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const price = await story.usage("Storage", { unit: "0.10" }, { measure: "weighted_sum gigabytes" });
  await story.subscribe({ prices: [price] });
  await story.use("storage", { gigabytes: 2_500 }, "2024-01-05");
  await story.use("storage", { gigabytes: -500 }, "2024-03-17"); // 15 of March's 31 days are left
  await story.advanceTo("2024-05-01");
  expect(await months(story)).toEqual([
    "2177.419354838709677419 → 217.74", // 2,500 × 27/31
    "2500 → 250.00", // no event: the level carried in
    "2258.064516129032258065 → 225.81", // 2,500 − 500 × 15/31
    "2000 → 200.00",
  ]);
});

test("weighted_sum: the level includes what was added before the contract (R-MET-1)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const price = await story.usage("Storage", { unit: "1.00" }, { measure: "weighted_sum gigabytes" });
  await story.use("storage", { gigabytes: 30 }, "2024-01-10");
  await story.subscribe({ prices: [price], contractStartDate: "2024-02-01" });
  await story.advanceTo("2024-03-01");
  expect(await months(story)).toEqual(["30 → 30.00"]);
});

test("weighted_sum: after a price change the second part starts at the level of the first (R-MET-1, R-SUB-5)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const metrics = [await story.metric("Storage", { measure: "weighted_sum gigabytes" })];
  const [old, next] = [
    await story.usage("Storage", { unit: "1.00" }, { metrics }),
    await story.usage("New storage", { unit: "2.00" }, { metrics }),
  ];
  const { id } = await story.subscribe({ prices: [old] });
  await story.use("storage", { gigabytes: 10 }, "2024-04-01");
  await story.use("storage", { gigabytes: 5 }, "2024-04-11"); // 5 of the 15 days until the 16th
  await story.advanceTo("2024-04-16T12:00");
  await story.replace(id, old, next);
  await story.advanceTo("2024-05-01");
  const [invoice] = await story.invoices();
  expect(invoice?.lineItems.map(({ quantity, totalPrice }) => `${quantity} → ${totalPrice}`)).toEqual([
    "5.833333333333333333 → 5.83", // (10 × 15 + 5 × 5) ÷ 30: the part of the old price in the month's mean
    "7.5 → 15.00", // 15 × 15/30
  ]);
});

test("latest: the last value of the month by timestamp, whenever it was sent; 0 without values (R-MET-1)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  await story.subscribe({ prices: [await story.usage("Seats", { unit: "3.00" }, { measure: "latest seats" })] });
  await story.use("seats", { seats: 12 }, "2024-01-20T10:00");
  await story.use("seats", { seats: 7 }, "2024-01-30T23:59:59");
  await story.use("seats", { seats: 99 }, "2024-01-25"); // told last, but earlier
  await story.use("seats", { seats: 5 }, "2024-03-01");
  await story.advanceTo("2024-04-01");
  expect(await months(story)).toEqual(["7 → 21.00", "0 → 0.00", "5 → 15.00"]);
});

test("percentile: the 95th of 20 measurements is the 19th, and of three the largest (R-MET-1)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const price = await story.usage("Bandwidth", { unit: "0.50" }, { measure: "percentile mbit 95" });
  await story.subscribe({ prices: [price] });
  await story.advanceTo("2024-01-25");
  // 1, 2, …, 20 in another order; one of them is a burst.
  const values = Array.from({ length: 20 }, (_, index) => ((index * 7) % 20) + 1);
  await story.send(
    values.map((mbit, index) =>
      story.event("bandwidth", { mbit: mbit === 20 ? 5_000 : mbit }, `2024-01-${10 + (index % 9)}`),
    ),
  );
  for (const mbit of [8, 300, 40]) await story.use("bandwidth", { mbit }, "2024-02-10");
  await story.advanceTo("2024-03-01");
  expect(await months(story)).toEqual([
    "19 → 9.50", // rank ceil(0.95 × 20) = 19: the burst is not billed
    "300 → 150.00", // rank ceil(2.85) = 3
  ]);
});

test("percentile: the median of four is the second, of five the third (R-MET-1)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const price = await story.usage("Bandwidth", { unit: "1.00" }, { measure: "percentile mbit 50" });
  await story.subscribe({ prices: [price] });
  for (const mbit of [40, 10, 30, 20]) await story.use("bandwidth", { mbit }, "2024-01-10");
  for (const mbit of [40, 10, 30, 20, 50]) await story.use("bandwidth", { mbit }, "2024-02-10");
  await story.advanceTo("2024-03-01");
  expect(await months(story)).toEqual(["20 → 20.00", "30 → 30.00"]);
});

test("max and min use only values of the month, including negative ones (R-MET-1)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const measured = (name: string, measure: string) => story.usage(name, { unit: "1.00" }, { event: "level", measure });
  await story.subscribe({ prices: [await measured("Highest", "max level"), await measured("Lowest", "min level")] });
  await story.use("level", { level: "-3.5" }, "2024-01-10");
  await story.use("level", { level: -8 }, "2024-01-11");
  await story.use("level", { level: "0.25" }, "2024-02-10");
  await story.use("level", { level: 12 }, "2024-02-29T23:59:59.999");
  await story.advanceTo("2024-03-01");
  const lines = (await story.invoices()).map(({ lineItems }) => lineItems.map(({ totalPrice }) => totalPrice));
  expect(lines).toEqual([
    ["0.00", "0.00"], // −3.5 and −8 are rated as 0 (R-RATE-3)
    ["12.00", "0.25"],
  ]);
});

test('count_unique compares texts: 7 and "7" are equal, the text 7.0 is not (R-MET-1)', async () => {
  const story = await scenario({ start: "2024-01-01" });
  const price = await story.usage("People", { unit: "1.00" }, { event: "login", measure: "count_unique person" });
  await story.subscribe({ prices: [price] });
  for (const person of [7, "7", "7.0", "ada", "Ada", "ada"]) await story.use("login", { person }, "2024-01-10");
  await story.use("login", { other: "anonymous" }, "2024-01-10"); // without the property
  await story.use("login", { person: "ada" }, "2024-02-10");
  await story.advanceTo("2024-03-01");
  expect(await months(story)).toEqual(["4 → 4.00", "1 → 1.00"]);
});

test("sum ignores an event with a non-numeric value and counts the others (R-MET-1)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  await story.subscribe({ prices: [await story.usage("Storage", { unit: "1.00" })] });
  for (const quantity of ["5", "many", "1e3", ""]) await story.use("storage", { quantity }, "2024-01-10");
  await story.use("storage", { gigabytes: 4 }, "2024-01-10");
  await story.advanceTo("2024-02-01");
  expect((await story.invoices()).map(({ total }) => total)).toEqual(["1005.00"]); // 5 + 1e3
});
