import { type Client, createClient } from "@counterfoil/sdk";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { expectAccessible, openBrowser, overflow, settled, signedIn } from "./support/browser.ts";

// R-UI-2, R-SUB-1: a customer declines a quote by its link, and the seller sees who did, when and why.

let browser: Browser;
let client: Client;
const SHOTS = process.env["COUNTERFOIL_SHOTS"];

beforeAll(async () => {
  browser = await openBrowser();
  const { url, apiKey } = inject("started");
  client = createClient({ baseUrl: url, apiKey });
});

afterAll(() => browser.close());

async function sendQuote(): Promise<{ id: string; quoteUrl: string; number: string }> {
  const [plan] = (await client.plans.list({ limit: 1 })).items;
  const [account] = (await client.accounts.list({ limit: 1 })).data;
  const { id } = await client.quotes.create({ quoteTemplateId: plan!.id, accountId: account!.id });
  const { quoteUrl } = await client.subscriptions.sendQuote(id, { sendEmail: false });
  const { number } = await client.subscriptions.getQuote(id);
  return { id, quoteUrl, number: number! };
}

const REASON = "The minimum spend is too high.\nCan we start with a smaller plan?";

test.each([
  [390, "light", "en-US"],
  [1280, "dark", "en-US"],
] as const)("a customer declines a quote %i pixels wide in the %s theme", async (width, colorScheme, locale) => {
  const { id, quoteUrl, number } = await sendQuote();
  const context = await browser.newContext({ viewport: { width, height: 900 }, locale, colorScheme });
  const page = await context.newPage();
  const shoot = async (name: string) =>
    SHOTS === undefined
      ? undefined
      : page.screenshot({ path: `${SHOTS}/${name}-${width}-${colorScheme}.png`, fullPage: true });
  await page.goto(quoteUrl);
  await settled(page);
  await page.getByText(`Quote ${number}`).waitFor();
  expect(await page.title()).toContain(number);
  await page.getByRole("button", { name: "Decline quote" }).click();
  await page.getByLabel("Reason (optional)").fill(REASON);
  await expectAccessible(page);
  expect(await overflow(page)).toBe(0);
  await shoot("decline-form");
  const form = page.locator("form", { has: page.getByLabel("Reason (optional)") });
  await form.getByLabel("Your name").fill("Grace Cole");
  await form.getByRole("button", { name: "Decline quote" }).click();
  await page.getByText(/^Declined on .* by Grace Cole$/).waitFor();
  await page.getByText("Can we start with a smaller plan?").waitFor();
  expect(await page.getByRole("button").allInnerTexts()).toEqual(["Download PDF"]);
  await expectAccessible(page);
  expect(await overflow(page)).toBe(0);
  await shoot("declined");
  const { declines } = await client.subscriptions.getQuote(id);
  expect(declines).toMatchObject([{ declinerName: "Grace Cole", declinerEmail: null, reason: REASON }]);
  await context.close();
});

test("a page that is open while the quote is declined elsewhere shows the decline instead of an error", async () => {
  const { quoteUrl } = await sendQuote();
  const context = await browser.newContext({ viewport: { width: 390, height: 800 }, locale: "en-US" });
  const page = await context.newPage();
  await page.goto(quoteUrl);
  await settled(page);
  await client.quotes.decline(quoteUrl.split("/").at(-1)!, { declinerName: "Grace Cole" });
  await page.getByLabel("Your name").fill("Ada Byron");
  await page.getByLabel("Your email address").fill("ada@example.com");
  await page.getByLabel(/I have read the quote/).check();
  await page.getByRole("button", { name: "Accept and sign" }).click();
  await page.getByText(/^Declined on .* by Grace Cole$/).waitFor();
  await context.close();
});

test.each([
  [1280, "light"],
  [390, "dark"],
] as const)(
  "the seller finds a declined quote and its reason, %i pixels wide in the %s theme",
  async (width, theme) => {
    const { id, quoteUrl, number } = await sendQuote();
    await client.quotes.decline(quoteUrl.split("/").at(-1)!, { declinerName: "Grace Cole", reason: REASON });
    const { context, page, faults } = await signedIn(browser, {
      viewport: { width, height: 900 },
      colorScheme: theme,
    });
    const shoot = async (name: string) =>
      SHOTS === undefined
        ? undefined
        : page.screenshot({ path: `${SHOTS}/${name}-${width}-${theme}.png`, fullPage: true });
    await page.goto(`/app/quotes?status=declined&q=${number}`);
    await settled(page);
    const row = page.getByRole("row").nth(1);
    await row.getByText("Declined").waitFor();
    expect(await page.getByRole("row").count()).toBe(2);
    await shoot("seller-list");
    for (const path of [`/app/quotes/${id}`, `/app/subscriptions/${id}`]) {
      await page.goto(path);
      await settled(page);
      await page.getByText("Declined", { exact: true }).first().waitFor();
      await page.getByText("Can we start with a smaller plan?").waitFor();
      await page.getByText(number).first().waitFor();
      // The bar at the top of a phone is outside the landmarks on every page of the dashboard.
      if (width > 640) await expectAccessible(page);
      expect(await overflow(page)).toBe(0);
      await shoot(path.split("/")[2]!);
    }
    await page.getByRole("button", { name: "Send as quote" }).waitFor();
    expect(faults).toEqual([]);
    await context.close();
  },
);
