import { type Client, createClient } from "@counterfoil/sdk";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { expectAccessible, openBrowser, overflow, settled, signedIn } from "./support/browser.ts";

// R-CAT-2, R-UI-1: a price that was negotiated for one contract is reachable, but not in the way.

let browser: Browser;
let client: Client;
const SHOTS = process.env["COUNTERFOIL_SHOTS"];

beforeAll(async () => {
  browser = await openBrowser();
  const { url, apiKey } = inject("started");
  client = createClient({ baseUrl: url, apiKey });
});

afterAll(() => browser.close());

test.each([
  [1280, "light"],
  [390, "dark"],
] as const)(
  "contract prices are listed only on request, %i pixels wide in the %s theme",
  async (width, colorScheme) => {
    const [account] = (await client.accounts.list({ limit: 1 })).data;
    const product = await client.products.create({ name: `Migration ${width}`, feeType: "fixed" });
    const terms = { productId: product.id, currency: account!.currency };
    const priced = (value: string) => ({ ...terms, fixedPricingModel: { units: 1, pricePerUnit: { value } } });
    const offered = await client.prices.create(priced("1111.00"));
    const draft = await client.subscriptions.create({
      accountId: account!.id,
      priceGroups: [{ newPrices: [priced("2222.00")] }],
    });
    const filters = [{ field: "subscriptionId", value: draft.id }] as const;
    const [negotiated] = (await client.prices.list({ filters })).items;

    const { context, page, faults } = await signedIn(browser, { viewport: { width, height: 900 }, colorScheme });
    const shoot = async (name: string) => {
      if (SHOTS !== undefined) await page.screenshot({ path: `${SHOTS}/contract-${name}-${width}-${colorScheme}.png` });
    };
    const rows = () => page.getByRole("row").allInnerTexts();
    for (const [name, path] of [
      ["list", `/app/prices?product=${product.id}`],
      ["product", `/app/products/${product.id}`],
    ] as const) {
      await page.goto(path);
      await settled(page);
      await page.getByText(/1,111/).first().waitFor();
      expect((await rows()).join(" ")).not.toContain("2,222");
      await page.getByRole("combobox", { name: "Contract prices" }).selectOption({ label: "Contract prices" });
      await page.getByText(/2,222/).first().waitFor();
      await settled(page);
      expect((await rows()).join(" ")).not.toContain("1,111");
      if (width > 640) await expectAccessible(page);
      expect(await overflow(page)).toBe(0);
      await shoot(name);
    }

    await page.goto(`/app/prices/${negotiated!.id}`);
    await settled(page);
    await page.getByRole("link", { name: "View subscription" }).click();
    await page.waitForURL(`**/app/subscriptions/${draft.id}`);
    await settled(page);
    await page.getByText(/2,222/).first().waitFor();

    await page.goto(`/app/subscriptions/${draft.id}/edit`);
    await settled(page);
    await page.getByRole("button", { name: "Add price" }).click();
    await page.getByLabel("Product", { exact: true }).selectOption(product.id);
    const choices = page.getByLabel(`Price in ${account!.currency}`);
    await choices.locator("option", { hasText: "1,111" }).waitFor({ state: "attached" });
    expect((await choices.locator("option").allInnerTexts()).join(" ")).not.toContain("2,222");
    expect(offered.id).not.toBe(negotiated!.id);
    expect(faults).toEqual([]);
    await context.close();
  },
);
