import { paidStory } from "@counterfoil/testkit/stripe";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { expectAccessible, openBrowser, overflow, settled } from "./support/browser.ts";

// R-UI-2, R-INV-7: in the portal a customer pays all open invoices at once, and gets the receipts.

let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** A page whose requests go to the platform that is connected to the fake Stripe. */
async function phoneTo(apiUrl: string): Promise<Page> {
  const viewport = { width: 390, height: 844 };
  const context = await browser.newContext({ viewport, locale: "en-US", acceptDownloads: true });
  await context.route("**/public/portal/**", async (route) => {
    const { pathname } = new URL(route.request().url());
    await route.fulfill({ response: await route.fetch({ url: apiUrl + pathname }) });
  });
  // Stands in for Stripe's script, which cannot be loaded here: what the customer enters is paid at the fake Stripe.
  await context.route("https://js.stripe.com/**", (route) =>
    route.fulfill({
      contentType: "text/javascript",
      body: `window.Stripe = () => {
        let amount = 0;
        return {
          elements: (terms) => {
            amount = terms.amount;
            return {
              create: () => ({ mount: (place) => { place.textContent = "Card"; } }),
              update: (terms) => { amount = terms.amount; },
              submit: async () => ({}),
            };
          },
          confirmPayment: ({ clientSecret }) => window.payAtStripe(clientSecret, amount),
        };
      };`,
    }),
  );
  return context.newPage();
}

test("a customer pays all open invoices with one form, sees each result, and downloads the receipt", async () => {
  const { story, stripe, environment, tellNews } = await paidStory({ start: "2024-01-01" });
  const ids: string[] = [];
  for (const [unitPrice, paymentTerms] of [
    ["40.00", "net_30"],
    ["25.50", "net_7"],
  ]) {
    const lines = [{ description: "Setup", unitPrice }];
    ids.push(
      (await story.api.post("/invoices", { accountId: story.accountId, lines, paymentTerms, autoIssue: true })).id,
    );
  }
  const { token } = await story.api.post(`/accounts/${story.accountId}/portal-link`);
  const page = await phoneTo(environment.url);
  let isDeclining = true;
  await page.exposeFunction("payAtStripe", async (clientSecret: string, amount: number) => {
    const isSecond = amount === 4_000;
    const intent = stripe.books.payInBrowser(clientSecret, isSecond && isDeclining ? "declined" : "works");
    expect(intent.amount).toBe(amount); // Stripe refuses a form with another amount
    if (isSecond && isDeclining) return { error: { message: "Your card was declined." } };
    await tellNews();
    return { paymentIntent: { status: intent.status } };
  });
  await page.goto(`${inject("started").url}/portal/${String(token)}`);
  await settled(page);
  await page.getByRole("heading", { name: "Pay all open invoices" }).waitFor();
  await page.getByRole("button", { name: "Pay $65.50", exact: true }).click(); // 25.50 + 40.00
  await page.getByText("Card", { exact: true }).waitFor();
  await expectAccessible(page);
  expect(await overflow(page)).toBe(0);
  await page.getByRole("button", { name: "Pay $65.50", exact: true }).click();
  await page.getByText("Your card was declined.").waitFor();
  expect(await story.api.get(`/invoices/${ids[1]}`)).toMatchObject({ status: "paid" });
  expect(await story.api.get(`/invoices/${ids[0]}`)).toMatchObject({ status: "issued" });
  isDeclining = false;
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("heading", { name: "Payments" }).waitFor();
  expect(await story.api.get(`/invoices/${ids[0]}`)).toMatchObject({ status: "paid", amountRemaining: "0.00" });
  await expectAccessible(page);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download receipt REC-2024-00001" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("REC-2024-00001.pdf");
  await page.context().close();
});
