import { scenario, type Story } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

interface Condition {
  readonly field: string;
  readonly operator: string;
  readonly value: unknown;
}

const where = (field: string, operator: string, value: unknown): Condition => ({ field, operator, value });

/** Each upload has a different power of two as bytes, so that a sum shows which were counted. */
const uploads = [
  { bytes: 1, region: "eu-west", size: 5, tag: "new" },
  { bytes: 2, region: "eu-north", size: "5.0", tag: "old" },
  { bytes: 4, region: "us-east", size: 10 },
  { bytes: 8, region: "EU-west", size: "9" },
  { bytes: 16, size: "large" },
];

/** The usage of each metric, billed at 1.00 a byte. */
async function counted(story: Story, metrics: Record<string, object[]>): Promise<Record<string, number>> {
  const prices = [];
  for (const [name, filters] of Object.entries(metrics)) {
    prices.push(await story.usage(name, { unit: "1.00" }, { event: "upload", measure: "sum bytes", filters }));
  }
  await story.subscribe({ prices });
  await story.send(uploads.map((upload) => story.event("upload", upload, "2024-01-01")));
  await story.advanceTo("2024-02-01");
  const [invoice] = await story.invoices();
  return Object.fromEntries(
    invoice?.lineItems.map(({ description, quantity }) => [description, Number(quantity)]) ?? [],
  );
}

test("every filter operator keeps the right events, including those without the property (R-MET-2)", async () => {
  const conditions = {
    equal: where("region", "equal", "eu-west"),
    "equal as decimals": where("size", "equal", 5),
    not_equal: where("region", "not_equal", "eu-west"),
    in: where("region", "in", ["eu-west", "us-east"]),
    not_in: where("region", "not_in", ["eu-west", "us-east"]),
    contains: where("region", "contains", "eu"),
    not_contains: where("region", "not_contains", "eu"),
    greater_than: where("size", "greater_than", "5"),
    greater_than_or_equal: where("size", "greater_than_or_equal", "5"),
    less_than: where("size", "less_than", 10),
    less_than_or_equal: where("size", "less_than_or_equal", 10),
    exists: where("tag", "exists", true),
    "exists not": where("tag", "exists", false),
  };
  const metrics = Object.fromEntries(
    Object.entries(conditions).map(([name, condition]) => [name, [{ operator: "and", filters: [condition] }]]),
  );
  const story = await scenario({ start: "2024-01-01" });
  expect(await counted(story, metrics)).toEqual({
    equal: 1,
    "equal as decimals": 1 + 2, // 5 and "5.0"
    not_equal: 2 + 4 + 8 + 16, // a missing value is not eu-west either
    in: 1 + 4,
    not_in: 2 + 8 + 16,
    contains: 1 + 2, // comparison is case-sensitive
    not_contains: 4 + 8 + 16,
    greater_than: 4 + 8 + 16, // 10 and "9" as decimals, "large" > "5" as text
    greater_than_or_equal: 1 + 2 + 4 + 8 + 16,
    less_than: 1 + 2 + 8, // 5, "5.0", "9"; "large" is not before "10"
    less_than_or_equal: 1 + 2 + 4 + 8,
    exists: 1 + 2,
    "exists not": 4 + 8 + 16,
  });
});

test("groups are combined with and; within a group any or all conditions must hold (R-MET-2)", async () => {
  const european = { operator: "or", filters: [where("region", "contains", "eu"), where("region", "contains", "EU")] };
  const marked = { operator: "and", filters: [where("tag", "exists", true), where("size", "equal", 5)] };
  const old = { operator: "and", filters: [where("tag", "equal", "old")] };
  const story = await scenario({ start: "2024-01-01" });
  const sums = await counted(story, {
    european: [european],
    "european and marked": [european, marked],
    "european, marked and old": [european, marked, old],
    "no group": [],
    "empty groups": [
      { operator: "and", filters: [] },
      { operator: "or", filters: [] },
    ],
  });
  expect(sums).toEqual({
    european: 1 + 2 + 8,
    "european and marked": 1 + 2,
    "european, marked and old": 2,
    "no group": 31,
    "empty groups": 31,
  });
});

test("filterGroups is accepted as another name of filters (R-MET-2)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const filterGroups = [{ operator: "and", filters: [where("region", "equal", "us-east")] }];
  const aggregation = { method: "sum", field: "bytes" };
  const metric = await story.api.post("/metrics", { name: "East", eventName: "upload", aggregation, filterGroups });
  expect(metric["filters"]).toEqual(filterGroups);
  await story.subscribe({ prices: [await story.usage("East", { unit: "1.00" }, { metrics: [metric.id] })] });
  await story.send(uploads.map((upload) => story.event("upload", upload, "2024-01-01")));
  await story.advanceTo("2024-02-01");
  expect((await story.invoices()).map(({ total }) => total)).toEqual(["4.00"]);
});
