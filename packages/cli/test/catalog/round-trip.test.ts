import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pricingModelMember, priceTypes } from "@counterfoil/engine";
import { type Api, environment } from "@counterfoil/testkit/scenario";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeCatalogue } from "../../src/demonstration/catalogue.ts";
import { modelsWith } from "../../../http/test/prices/pricing-models.ts";
import { sell } from "../../../http/test/support/sell.ts";
import { finished, temporaryFolder } from "../running-command.ts";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder();
  await mkdir(join(folder.path, "node_modules/@counterfoil"), { recursive: true });
  const client = join(import.meta.dirname, "../../../sdk");
  await symlink(client, join(folder.path, "node_modules/@counterfoil/sdk"));
});
afterAll(() => folder.remove());

const at = (file: string) => join(folder.path, file);

/** An organization, and the commands with a key of it. */
async function organization(name: string) {
  const { url, ports, createOrganization } = await environment();
  const { id, api } = await createOrganization({ name, defaultCurrency: "EUR" });
  const { token } = await api.post("/api-keys", { name: "Catalog", scopes: ["read", "write"] });
  const variables = { COUNTERFOIL_URL: url, COUNTERFOIL_API_KEY: String(token) };
  const catalog = (...words: string[]) => finished(["catalog", ...words], variables);
  const context = { ...ports, organizationId: id, actor: { type: "command", id: "test" }, requestId: null } as const;
  return { api, catalog, context };
}

/** One thing of each kind, archived and referred to, in addition to the catalog of the demonstration. */
async function fill(api: Api): Promise<void> {
  const metric = { name: "Work", eventName: "work", aggregation: { method: "sum", field: "quantity" } };
  const metricId = (await api.post("/metrics", { ...metric, groupBy: ["region", "size"] })).id;
  await api.post("/metrics", {
    ...metric,
    name: "Slow",
    aggregation: { method: "percentile", field: "ms", percentile: 95 },
  });
  const fixedId = (await api.post("/products", { name: "Déjà vu", feeType: "fixed", taxCategory: "software" })).id;
  const meteredId = (await api.post("/products", { name: "Work", feeType: "metered", metricIds: [metricId] })).id;
  const terms = { trialPeriodDays: 14, minimumSpend: { amount: { value: "10.00" }, period: "monthly" } };
  const discount = { discountType: "percentage", amount: { value: "20.0" }, endDate: "2027-01-31" };
  const priceIds: string[] = [];
  for (const type of priceTypes) {
    const productId = type === "fixed" ? fixedId : meteredId;
    const price = {
      productId,
      currency: "CHF",
      [pricingModelMember(type)]: modelsWith(metricId)[type],
      ...terms,
      discount,
    };
    priceIds.push((await api.post("/prices", price)).id);
  }
  const bundle = await api.post("/price-bundles", { name: "All models", priceIds });
  await api.post("/features", { key: "projects", name: "Projects", type: "quantity", metricId });
  await api.post("/features", { key: "sso", name: "Single sign-on", type: "boolean" });
  await api.post("/plans", {
    name: "Everything",
    currency: "CHF",
    priceGroups: [{ bundleId: bundle.id }, { name: "Empty" }],
    contractPeriodType: "fixed",
    contractDuration: 12,
    discount: {
      discountType: "amount",
      amount: "5.00",
      durationType: "fixed",
      durationValue: 3,
      durationUnit: "months",
    },
    entitlements: [
      { featureKey: "projects", value: "10.0", resets: "month" },
      { featureKey: "sso", value: true },
    ],
  });
  // Archived, and still in the bundle; and archived without anything that names it.
  await api.post(`/prices/${priceIds[0]}/archive`);
  const gone = await api.post("/prices", { productId: fixedId, currency: "CHF", ...fixed("1.00") });
  await api.post(`/prices/${gone.id}/archive`);
}

const fixed = (value: string) => ({ fixedPricingModel: { pricePerUnit: { value }, units: 1 } });

test("the demonstration's catalog moves to an empty organization, and both files are the same (R-CAT-4)", async () => {
  const source = await organization("Source");
  await makeCatalogue(source.context);
  await fill(source.api);
  const files = [
    { from: at("source.yaml"), to: at("target.yaml") },
    { from: at("source.ts"), to: at("target.ts") },
  ];
  for (const { from, to } of files) {
    const target = await organization("Target");
    expect(await source.catalog("pull", from)).toMatchObject({ code: 0 });
    expect(await source.catalog("plan", from)).toMatchObject({
      code: 0,
      output: expect.stringContaining("No changes."),
    });
    expect(await target.catalog("plan", from)).toMatchObject({ code: 7 });
    expect(await target.catalog("push", from, "--yes")).toMatchObject({ code: 0 });
    expect(await target.catalog("push", from, "--yes")).toMatchObject({
      code: 0,
      output: expect.stringContaining("Nothing to change."),
    });
    expect(await target.catalog("pull", to)).toMatchObject({ code: 0 });
    expect(await readFile(to, "utf8")).toBe(await readFile(from, "utf8"));
  }
});

const SMALL = `# Kept comment
products:
  seats: { name: Seats, feeType: fixed }
prices:
  seats-usd:
    product: seats
    currency: USD
    fixedPricingModel: { units: 1, pricePerUnit: 10.00 } # unquoted
plans:
  team: { name: Team, currency: USD, priceGroups: [{ prices: [seats-usd] }] }
`;

test("a rename keeps the object, a sold price is replaced, and a removed entry is archived (R-CAT-2, R-CAT-4)", async () => {
  const { api, catalog } = await organization("Renaming");
  const file = at("small.yaml");
  await writeFile(file, SMALL);
  expect(await catalog("push", file, "--yes")).toMatchObject({ code: 0 });
  const { products } = await api.get<{ products: { id: string }[] }>("/products");
  const [price] = (await api.get<{ items: { id: string }[] }>("/prices")).items;
  await sell(api, price?.id ?? "");
  await writeFile(file, SMALL.replace("Seats", "Users").replace("10.00", "12.00"));
  const planned = await catalog("plan", file);
  expect(planned.code).toBe(7);
  expect(planned.output).toContain(
    "1 account (1 subscription) pays this price and keeps it. Monthly difference: 0.00.",
  );
  expect(await catalog("push", file, "--yes")).toMatchObject({
    code: 0,
    output: expect.stringContaining(`replaces ${price?.id}`),
  });
  expect(await api.get("/products")).toMatchObject({ products: [{ id: products[0]?.id, name: "Users" }] });
  expect(await api.get(`/prices/${price?.id}`)).toMatchObject({ replacedByPriceId: expect.any(String) });
  expect(await catalog("plan", file)).toMatchObject({ code: 0 });
  expect(await catalog("pull", file)).toMatchObject({ code: 0 });
  expect(await readFile(file, "utf8")).toContain("# Kept comment");
  await writeFile(
    file,
    SMALL.replace("Seats", "Users")
      .replace("10.00", "12.00")
      .replace(/plans:[^]*/, ""),
  );
  expect(await catalog("push", file, "--yes")).toMatchObject({
    code: 0,
    output: expect.stringContaining("- plan team"),
  });
  expect(await catalog("plan", file)).toMatchObject({ code: 0 });
});

test("push refuses a plan after somebody changed the server, and changes nothing (R-CAT-4)", async () => {
  const { api, catalog } = await organization("Changing");
  const [file, plan] = [at("changing.yaml"), at("plan.json")];
  await writeFile(file, SMALL);
  expect(await catalog("plan", file, "--out", plan)).toMatchObject({ code: 7 });
  await api.post("/products", { name: "Other", feeType: "fixed" });
  expect(await catalog("push", "--plan", plan)).toMatchObject({
    code: 8,
    output: expect.stringContaining("changed since"),
  });
  expect((await api.get<{ products: object[] }>("/products")).products).toHaveLength(1);
  expect(await catalog("plan", file, "--out", plan)).toMatchObject({ code: 7 });
  expect(await catalog("push", "--plan", plan)).toMatchObject({ code: 0 });
  // What no one put into a file stays, and is drift.
  expect(await catalog("plan", file)).toMatchObject({
    code: 7,
    output: expect.stringContaining('product other "Other"'),
  });
});

test.each([
  ["feeType", "feeTyp", 'wrong.yaml:3:25  products.seats.feeTyp: There is no member "feeTyp". Did you mean "feeType"?'],
  ["fixed }", "fixd }", '"fixd" is not accepted. Did you mean fixed?'],
  [
    "product: seats",
    "product: seat",
    'wrong.yaml:6:14  prices.seats-usd.product: There is no product "seat". Did you mean "seats"?',
  ],
  ["prices: [seats-usd]", "prices: [seats-us]", 'Did you mean "seats-usd"?'],
  ["plans:", "plan:", 'wrong.yaml:9:1  plan: There is no section "plan". Did you mean "plans"?'],
  [
    "pricePerUnit",
    "pricePerUnti",
    "wrong.yaml:8:36  prices.seats-usd.fixedPricingModel.pricePerUnti: There is no member",
  ],
  ["currency: USD\n", "currency: XXY\n", "wrong.yaml:7:15  prices.seats-usd.currency: "],
  ["10.00", "-1", "wrong.yaml:8:50  prices.seats-usd.fixedPricingModel.pricePerUnit: "],
])("a typo is named with line, column and the nearest name: %s → %s", async (right, wrong, said) => {
  const { catalog } = await organization("Typing");
  await writeFile(at("wrong.yaml"), SMALL.replace(right, wrong));
  const { code, output } = await catalog("plan", at("wrong.yaml"));
  expect(output).toContain(said);
  expect(code).toBe(1);
});

test("a typo in a TypeScript file is named with line and column", async () => {
  const { catalog } = await organization("Typing code");
  await writeFile(
    at("wrong.ts"),
    'export default {\n  products: {\n    // seats: {}\n    seats: { name: "Seats", feeTyp: "fixed" },\n  },\n};\n',
  );
  const { code, output } = await catalog("plan", at("wrong.ts"));
  expect(output).toContain(
    'wrong.ts:4:29  products.seats.feeTyp: There is no member "feeTyp". Did you mean "feeType"?',
  );
  expect(code).toBe(1);
});
