import { type Account, type Client, createClient } from "@counterfoil/sdk";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { expectAccessible, openBrowser, overflow, settled, signedIn } from "./support/browser.ts";

// R-FAM-1 and R-CREDIT-2: the parent of an account is set and removed on its page, and a limit of a family is created at
// its parent and seen at the accounts below.

const DESK = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };

let browser: Browser;
let client: Client;

beforeAll(async () => {
  browser = await openBrowser();
  const { url, apiKey } = inject("started");
  client = createClient({ baseUrl: url, apiKey });
});
afterAll(() => browser.close());

test.each([
  ["light and wide", DESK, "light"],
  ["dark and narrow", PHONE, "dark"],
] as const)("a family is made, limited and left (%s)", async (look, viewport, colorScheme) => {
  const parent = await client.accounts.create({ name: `Group ${look}`, currency: "EUR" });
  const child = await client.accounts.create({ name: `Team ${look}`, currency: "EUR", taxStatus: "exempt" });
  await use30(child, look);
  const { context, page, faults } = await signedIn(browser, { viewport, colorScheme });
  const dialog = page.getByRole("dialog");
  const parentOf = async ({ id }: Account) => (await client.accounts.getFamily(id)).parentId;

  await page.goto(`/app/accounts/${child.id}?tab=details`);
  await page.getByRole("heading", { name: "No family" }).waitFor();
  await expectWell(page);
  await page.getByRole("button", { name: "Set parent" }).click();
  await chooseParent(page, parent);
  await expectWell(page);
  await dialog.getByRole("button", { name: "Save parent" }).click();
  await page.getByRole("button", { name: "Change parent" }).waitFor();
  expect(await parentOf(child)).toBe(parent.id);
  const current = page.locator("main li [aria-current=page]");
  expect(await current.innerText()).toBe(child.name);
  await expectWell(page);
  await page.getByRole("main").getByRole("link", { name: parent.name }).click();
  await page.getByRole("heading", { level: 1, name: parent.name }).waitFor();
  await expect.poll(() => current.innerText()).toBe(parent.name);

  await page.getByRole("tab", { name: "Credits" }).click();
  await page.getByRole("button", { name: "New limit" }).click();
  await dialog.getByLabel("Applies to").selectOption("Its family");
  await dialog.getByText("Counted together with the accounts below.").waitFor();
  await dialog.getByLabel("Amount in EUR").fill("500");
  await dialog.getByLabel("Hard").check();
  await expectWell(page);
  await dialog.getByRole("button", { name: "Create limit" }).click();
  const figures = page.getByText("€30.00 spent, €0.00 held, €470.00 left of €500.00");
  await figures.waitFor();
  await page.getByText("Family", { exact: true }).waitFor();
  const filters = [{ field: "accountId", value: parent.id }] as const;
  const limits = await client.spendLimits.list({ filters });
  expect(limits.items).toMatchObject([{ amount: "500.00", enforcement: "hard", appliesTo: "family" }]);

  await page.goto(`/app/accounts/${child.id}?tab=credits`);
  await page.getByRole("heading", { name: "No spend limits" }).waitFor();
  await figures.waitFor();
  expect(await page.getByRole("button", { name: /^Edit the/ }).count()).toBe(0);
  const above = page.getByRole("link", { name: `Limit of ${parent.name}` });
  await above.waitFor();
  await expectWell(page);
  await above.click();
  await page.getByRole("button", { name: "Edit the family limit of All usage" }).waitFor();
  await page.getByRole("heading", { level: 1, name: parent.name }).waitFor();

  await page.getByRole("tab", { name: "Details" }).click();
  await page.getByRole("button", { name: "Set parent" }).click();
  await chooseParent(page, child);
  await dialog.getByRole("button", { name: "Save parent" }).click();
  await dialog.getByText(`${child.name} is below ${parent.name}, so it cannot be its parent.`).waitFor();
  await expectWell(page);
  // The browser reports the refused parent too.
  expect(faults.splice(0)).toEqual([expect.stringContaining("422 (Unprocessable Entity)")]);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.getByRole("button", { name: "Discard" }).click();
  await dialog.first().waitFor({ state: "detached" });

  await page.goto(`/app/accounts/${child.id}?tab=details`);
  await page.getByRole("button", { name: "Change parent" }).click();
  await dialog.getByRole("button", { name: "Remove parent" }).click();
  await page.getByRole("heading", { name: "No family" }).waitFor();
  expect(await parentOf(child)).toBeNull();
  expect(faults).toEqual([]);
  await context.close();
});

/** Usage of 30 euros. */
async function use30({ id, name }: Account, look: string): Promise<void> {
  const eventName = `family_${look.replaceAll(" ", "_")}`;
  const metric = await client.metrics.create({ name, eventName, aggregation: { method: "sum", field: "tokens" } });
  const metricIds = [metric.id];
  const product = await client.products.create({ name, feeType: "metered", metricIds });
  const price = await client.prices.create({
    productId: product.id,
    currency: "EUR",
    billingInterval: "monthly",
    metricIds,
    unitPricingModel: { pricePerUnit: { value: "0.02" } },
  });
  const subscription = await client.subscriptions.create({ accountId: id, priceGroups: [{ priceIds: [price.id] }] });
  await client.subscriptions.activate(subscription.id);
  await client.events.ingest([{ uniqueId: id, account: id, eventName, properties: { tokens: 1_500 } }]);
}

async function chooseParent(page: Page, { name }: Account): Promise<void> {
  const field = page.getByRole("dialog").getByRole("combobox", { name: "Parent" });
  await field.fill(name);
  await page.getByRole("option", { name }).click();
  await expect.poll(() => field.inputValue()).toBe(name);
}

async function expectWell(page: Page): Promise<void> {
  await settled(page);
  await expectAccessible(page);
  expect(await overflow(page)).toBe(0);
}
