import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { expectAccessible, openBrowser, settled, signedIn } from "./support/browser.ts";

// R-UI-1: numbers are typed and read in the person's locale, and what is wrong is said at the field.

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

async function request(path: string, body?: object) {
  const { url, apiKey } = inject("started");
  const headers = { Authorization: `Bearer ${apiKey}`, "Content-Type": "application/json" };
  const answer = await fetch(`${url}${path}`, {
    headers,
    ...(body !== undefined && { method: "POST", body: JSON.stringify(body) }),
  });
  return (await answer.json()) as Record<string, unknown>;
}

async function openNewInvoice(page: Page): Promise<void> {
  const { id } = await request("/accounts", { name: "Typed numbers", currency: "USD" });
  await page.goto(`/app/invoices/new?account=${String(id)}`);
  await settled(page);
}

test("an invoice line takes 1,200.00, and says what is wrong with other texts", async () => {
  const { context, page, faults } = await signedIn(browser);
  await openNewInvoice(page);
  const [quantity, price] = [page.getByLabel("Quantity"), page.getByLabel(/^Price /)];
  await page.getByLabel("Description").first().fill("Setup");
  await quantity.fill("1,5");
  await price.fill("1200");
  await page.getByText("Enter a quantity such as 12 or 1.5").waitFor();
  // Neither button sends a form with a wrong number.
  await page.getByRole("button", { name: "Save draft" }).click();
  await page.getByRole("button", { name: "Issue invoice" }).click();
  expect(await quantity.evaluate((one) => one === document.activeElement)).toBe(true);
  expect(await quantity.getAttribute("aria-invalid")).toBe("true");
  await expectAccessible(page);
  await quantity.fill("1,200.00");
  await price.fill("2.5");
  await page.getByRole("button", { name: "Save draft" }).click();
  await page.waitForURL(/\/invoices\/inv_/);
  const invoice = await request(`/invoices/${page.url().split("/").at(-1)}`);
  expect(invoice["lineItems"]).toMatchObject([{ quantity: "1200", totalPrice: "3000.00" }]); // 1,200 × 2.50
  expect(faults).toEqual([]);
  await context.close();
});

test("a German reader types 1.200,00, and reads amounts so", async () => {
  const { context, page } = await signedIn(browser, { locale: "de-DE" });
  await openNewInvoice(page);
  await page.getByLabel("Description").first().fill("Setup");
  const quantity = page.getByLabel("Quantity");
  await quantity.fill("1.200,5");
  await page.getByLabel(/^Price /).fill("2");
  expect(await quantity.inputValue()).toBe("1.200,5");
  await page.getByRole("button", { name: "Save draft" }).click();
  await page.waitForURL(/\/invoices\/inv_/);
  const invoice = await request(`/invoices/${page.url().split("/").at(-1)}`);
  expect(invoice["lineItems"]).toMatchObject([{ quantity: "1200.5", totalPrice: "2401.00" }]); // 1,200.5 × 2
  await context.close();
});

test("what the server refuses is shown at its row with the label, and never as a pointer or NaN", async () => {
  const { context, page } = await signedIn(browser);
  await openNewInvoice(page);
  await page.getByLabel("Description").first().fill("Setup");
  // Right as a number, and beyond what the server takes.
  await page.getByLabel(/^Price /).fill("9".repeat(35));
  await page.getByRole("button", { name: "Save draft" }).click();
  await page.getByText(/^Price USD must have at most 30 digits/).waitFor();
  const alert = (await page.getByRole("alert").textContent()) ?? "";
  expect(alert).toBe("Invalid request. Correct the marked fields.");

  await page.goto("/app/prices/new");
  await settled(page);
  await page.getByLabel(/^Price per /).fill("12a");
  await page.getByLabel("Units", { exact: true }).focus();
  await page.getByText("Enter an amount such as 1,200.00").waitFor();
  expect(await page.locator("main").textContent()).not.toContain("NaN");
  await context.close();
});
