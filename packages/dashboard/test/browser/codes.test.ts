import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { expectAccessible, openBrowser, settled, signedIn } from "./support/browser.ts";

// R-UI-1: countries, states, currencies and time zones are chosen by typing a few letters.

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

test("an account gets its country by typing “united st”, and invoices go to its primary contact", async () => {
  const { context, page } = await signedIn(browser);
  await page.goto("/app/accounts/new");
  await settled(page);
  const choose = async (name: string, typed: string) => {
    const field = page.getByRole("combobox", { name, exact: true });
    await field.click();
    await field.pressSequentially(typed);
    await page.getByRole("listbox", { name }).getByRole("option").first().waitFor();
    await page.keyboard.press("Enter");
    return field;
  };
  await page.getByLabel("Name", { exact: true }).fill("Lone Star");
  const country = await choose("Country", "united st");
  expect(await country.inputValue()).toBe("United States");
  expect(await (await choose("State or region", "tex")).inputValue()).toBe("Texas");
  expect(await (await choose("Currency", "us dollar")).inputValue()).toBe("USD");
  expect(await (await choose("Time zone", "chicago")).inputValue()).toBe("America/Chicago");

  const email = page.getByLabel("Email", { exact: true });
  await email.fill("ada@example");
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByText("Email must be an email address such as ada@example.com.").waitFor();
  expect(await page.getByRole("alert").textContent()).toBe("Invalid request. Correct the marked fields.");
  await expectAccessible(page);
  await email.fill("ada@example.com");
  const recipients = page.getByLabel("Invoice recipients");
  expect(await recipients.inputValue()).toBe("");
  expect(await recipients.getAttribute("placeholder")).toBe("ada@example.com");
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL(/\/accounts\/acct_/);

  const { url, apiKey } = inject("started");
  const id = page.url().split("/").at(-1);
  const answer = await fetch(`${url}/accounts/${id}`, { headers: { Authorization: `Bearer ${apiKey}` } });
  expect(await answer.json()).toMatchObject({
    taxCountry: "US",
    billingAddress: { state: "TX" },
    currency: "USD",
    timezone: "America/Chicago",
    billingEmail: "ada@example.com",
  });

  // The address of the contact is not written into the account: it follows the contact.
  await page.goto(`/app/accounts/${id}/edit`);
  await settled(page);
  expect(await recipients.inputValue()).toBe("");
  await page.getByLabel("Email", { exact: true }).fill("grace@example.com");
  await page.getByRole("button", { name: "Save" }).click();
  await page.waitForURL(/\/accounts\/acct_\w+$/);
  const changed = await fetch(`${url}/accounts/${id}`, { headers: { Authorization: `Bearer ${apiKey}` } });
  expect(await changed.json()).toMatchObject({ billingEmail: "grace@example.com", contactEmail: "grace@example.com" });
  await context.close();
});
