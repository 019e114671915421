import { createClient } from "@counterfoil/sdk";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { expectAccessible, openBrowser, overflow, settled, signedIn } from "./support/browser.ts";

// R-CAT-1, R-UI-1: archived items are not sold to new subscriptions, and what is sold stays sold. The page says so
// before it archives.

const { url, apiKey } = inject("started");
const client = createClient({ baseUrl: url, apiKey });
let browser: Browser;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
});
beforeEach(async () => {
  ({ context, page } = await signedIn(browser));
  return () => context.close();
});
afterAll(() => browser.close());

interface Archived {
  readonly kind: "plan" | "price" | "bundle" | "metric";
  /** Its page, and the list that contains it. */
  readonly path: string;
  readonly list: string;
  /** Its name in the list and in the confirmation. */
  readonly name: string;
  readonly archivedAt: () => Promise<string | null>;
}

/** One of each kind, with names that no other test uses. */
async function archivable(kind: Archived["kind"]): Promise<Archived | undefined> {
  const named = (what: string) => `Archived ${what} of ${kind}`;
  const metric = await client.metrics.create({
    name: named("metric"),
    eventName: "archived_event",
    aggregation: { method: "count" },
  });
  const product = await client.products.create({ name: named("product"), feeType: "fixed" });
  const price = await client.prices.create({
    productId: product.id,
    currency: "EUR",
    billingInterval: "monthly",
    fixedPricingModel: { units: 1, pricePerUnit: { value: "12.34" } },
  });
  const bundle = await client.priceBundles.create({ name: named("bundle"), priceIds: [price.id] });
  const plan = await client.plans.create({ name: named("plan"), currency: "EUR" });
  const all: readonly Archived[] = [
    {
      kind: "plan",
      path: `/app/plans/${plan.id}`,
      list: "/app/plans",
      name: named("plan"),
      archivedAt: async () => (await client.plans.get(plan.id)).archivedAt,
    },
    {
      kind: "bundle",
      path: `/app/price-bundles/${bundle.id}`,
      list: "/app/price-bundles",
      name: named("bundle"),
      archivedAt: async () => (await client.priceBundles.get(bundle.id)).archivedAt,
    },
    {
      kind: "price",
      path: `/app/prices/${price.id}`,
      list: "/app/prices",
      name: named("product"),
      archivedAt: async () => (await client.prices.get(price.id)).archivedAt,
    },
    {
      kind: "metric",
      path: `/app/metrics/${metric.id}`,
      list: "/app/metrics",
      name: named("metric"),
      archivedAt: async () => (await client.metrics.get(metric.id)).archivedAt,
    },
  ];
  return all.find((one) => one.kind === kind);
}

test.each(["plan", "bundle", "price", "metric"] as const)(
  "archives a %s after its page shows the effects, and unarchives it",
  async (kind) => {
    const { path, list, name, archivedAt } = (await archivable(kind))!;
    await page.goto(path);
    await settled(page);
    await page.getByRole("button", { name: "Archive", exact: true }).click();
    const question = page.getByRole("dialog");
    await question.getByText(/Existing subscriptions (keep|are measured)/).waitFor();
    if (kind === "plan") await expectAccessible(page);
    expect(await archivedAt()).toBeNull();
    await question.getByRole("button", { name: "Cancel" }).click();
    expect(await archivedAt()).toBeNull();
    await page.getByRole("button", { name: "Archive", exact: true }).click();
    await question.getByRole("button", { name: `Archive ${kind}` }).click();
    await page.getByRole("button", { name: "Unarchive" }).waitFor();
    await page.locator("main").getByText("Archived", { exact: true }).waitFor();
    expect(await archivedAt()).not.toBeNull();

    await page.goto(list);
    await settled(page);
    expect(await page.getByRole("cell", { name }).count()).toBe(0);
    await page.getByLabel("Archived").selectOption({ label: "Archived" });
    await page.getByRole("cell", { name }).first().waitFor();

    await page.goto(path);
    await page.getByRole("button", { name: "Unarchive" }).click();
    await page.getByRole("button", { name: "Archive", exact: true }).waitFor();
    expect(await archivedAt()).toBeNull();
  },
);

test("the confirmation fits on a phone, and archived items are not offered to new subscriptions", async () => {
  const plan = await client.plans.create({ name: "Sold no more", currency: "EUR" });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/app/plans/${plan.id}`);
  await settled(page);
  await page.getByRole("button", { name: "Archive", exact: true }).click();
  expect(await overflow(page)).toBe(0);
  await page.getByRole("button", { name: "Archive plan" }).click();
  await page.getByRole("button", { name: "Unarchive" }).waitFor();
  expect(await page.getByRole("link", { name: "New subscription" }).count()).toBe(0);
  await page.goto("/app/subscriptions/new");
  await settled(page);
  const plans = page.getByLabel("Plan", { exact: true });
  await plans.locator("option", { hasText: "Starter (EUR)" }).waitFor({ state: "attached" });
  expect(await plans.locator("option", { hasText: "Sold no more" }).count()).toBe(0);
});
