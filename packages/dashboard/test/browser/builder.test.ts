import { type Client, createClient } from "@counterfoil/sdk";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { expectAccessible, openBrowser, settled, signedIn } from "./support/browser.ts";

// R-UI-1: a contract is built, and all of its parts are edited in place.

let browser: Browser;
let client: Client;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
  const { url, apiKey } = inject("started");
  client = createClient({ baseUrl: url, apiKey });
});
afterAll(() => browser.close());
beforeEach(async () => {
  ({ context, page } = await signedIn(browser, { viewport: { width: 1440, height: 1000 } }));
});
afterEach(() => context.close());

async function features() {
  await client.features.create({ key: "story-sso", name: "Single sign-on", type: "boolean" });
  await client.features.create({ key: "story-calls", name: "Story calls", type: "quantity" });
}

test("saves and edits a trial, a discount for some weeks, one until a day, and entitlements", async () => {
  await features();
  const [account] = (await client.accounts.list({ limit: 1 })).data;
  const plans = await client.plans.list({ limit: 100 }).all();
  const plan = plans.find(({ currency }) => currency === account?.currency);
  await page.goto(`/app/subscriptions/new?account=${account?.id}&plan=${plan?.id}`);
  await settled(page);
  await page.getByRole("button", { name: /^Seats/ }).click();
  const line = page.getByRole("listitem").filter({ has: page.getByRole("button", { name: /^Seats/ }) });
  await line.getByLabel("Trial days").fill("30");
  await line.getByLabel("Discount").selectOption("percentage");
  await line.getByLabel("Percent off").fill("50");
  await line.getByLabel("Duration unit").selectOption("until");
  await line.getByLabel("Discount ends").fill("2030-01-01");
  await page.getByRole("button", { name: /^Seats/ }).click();
  await page.getByLabel("Contract length (months)").fill("12");
  await page.getByLabel("Trial days").fill("14");
  await page.getByLabel("Discount", { exact: true }).selectOption("percentage");
  await page.getByLabel("Percent off").fill("20");
  await page.getByLabel("Discount duration").fill("6");
  await page.getByLabel("Duration unit").selectOption("weeks");
  await page.getByRole("button", { name: "Add entitlement" }).click();
  await page.getByLabel("Feature 1").selectOption({ label: "Single sign-on" });
  await page.getByRole("button", { name: "Add entitlement" }).click();
  await page.getByLabel("Feature 2").selectOption({ label: "Story calls" });
  await page.getByLabel("Quantity of Story calls").fill("1000");
  await page.getByLabel("Reset period for Story calls").selectOption("month");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save as draft" }).click();
  await page.waitForURL(/subscriptions\/sub_/);
  const id = page.url().split("/").at(-1) ?? "";
  expect(await client.subscriptions.get(id)).toMatchObject({
    contractDuration: 12,
    trialPeriodDays: 14,
    discount: {
      discountType: "percentage",
      amount: "20",
      durationType: "fixed",
      durationValue: 6,
      durationUnit: "weeks",
    },
  });
  const [version] = (await client.subscriptions.listVersions(id, {})).versions;
  expect(version?.entitlements).toEqual([
    { featureKey: "story-sso", value: true, resets: "none" },
    { featureKey: "story-calls", value: "1000", resets: "month" },
  ]);
  const prices = await Promise.all(
    version!.priceGroups.flatMap(({ priceIds }) => priceIds).map((one) => client.prices.get(one)),
  );
  const seats = prices.find(({ trialPeriodDays }) => trialPeriodDays === 30);
  expect(seats?.discount?.amount.value).toBe("50");
  expect(seats?.discount?.endDate).toMatch(/^(2029-12-31|2030-01-01)/);

  await page.goto(`/app/subscriptions/${id}/edit`);
  await settled(page);
  expect(await page.getByLabel("Quantity of Story calls").inputValue()).toBe("1,000");
  await page.getByLabel("Quantity of Story calls").fill("unlimited");
  await page.getByRole("button", { name: "Save as draft" }).click();
  await page.waitForURL(/subscriptions\/sub_[^/]+$/);
  const [again] = (await client.subscriptions.listVersions(id, {})).versions;
  expect(again?.entitlements).toContainEqual({ featureKey: "story-calls", value: "unlimited", resets: "month" });
  expect((await client.subscriptions.get(id)).discount).toMatchObject({ durationValue: 6, durationUnit: "weeks" });
});
