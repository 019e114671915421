import { readFile } from "node:fs/promises";
import { type Client, createClient } from "@counterfoil/sdk";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { expectAccessible, openBrowser, settled, signedIn } from "./support/browser.ts";

// R-UI-1: people send single events and upload files without writing code.

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
  ({ context, page } = await signedIn(browser));
});
afterEach(() => context.close());

test("sends an event at the time of the account's test clock, and shows a refusal at its field", async () => {
  const clock = await client.testClocks.create({ name: "Sent events", frozenTime: "2026-03-01T00:00:00Z" });
  const account = await client.accounts.create({ name: "Sent on a clock", currency: "EUR", testClockId: clock.id });
  await client.metrics.create({
    name: "Sent tokens",
    eventName: "sent_tokens",
    aggregation: { method: "sum", field: "tokens" },
  });
  await page.goto("/app/events");
  await page.getByRole("button", { name: "Send event" }).click();
  const dialog = page.getByRole("dialog", { name: "Send event" });
  await dialog.getByRole("combobox", { name: "Account" }).fill("Sent on a");
  await page.getByRole("option", { name: /Sent on a clock/ }).click();
  await dialog.getByLabel("Event name").fill("sent_tokens");
  await dialog.getByLabel("tokens", { exact: true }).fill("12.5");
  await expect.poll(() => dialog.getByLabel("Time").inputValue()).toMatch(/^2026-03-01T00:00:00/);
  await expectAccessible(page);
  await dialog.getByLabel("Unique ID").fill("sent-from-page");
  await dialog.getByRole("button", { name: "Send event" }).click();
  await dialog.getByText("Event stored").waitFor();
  const [stored] = (await client.events.list({ uniqueId: "sent-from-page" })).items;
  expect(stored).toMatchObject({ accountId: account.id, properties: { tokens: 12.5 } });
  expect(stored?.timestamp).toMatch(/^2026-03-01T00:00:00/);
  await dialog.getByLabel("Time").fill("2026-04-01T00:00:00Z");
  await dialog.getByRole("button", { name: "Send event" }).click();
  await expect.poll(() => dialog.getByLabel("Time").getAttribute("aria-invalid")).toBe("true");
  await dialog.getByLabel("Time").fill("yesterday");
  await dialog.getByRole("button", { name: "Send event" }).click();
  await dialog.getByText("must be an ISO 8601 timestamp").waitFor();
});

test("uploads events from a file, and reports the failed lines in a file", async () => {
  await client.accounts.create({ name: "Uploaded usage", aliases: ["uploaded-usage"], currency: "EUR" });
  await page.goto("/app/events/upload");
  await settled(page);
  const rows = Array.from(
    { length: 2_500 },
    (_, index) => `up-${index},uploaded-usage,upload,2026-01-02T00:00:00Z,${index}`,
  );
  rows[1_200] = "up-1200,uploaded-usage,upload,not a time,1";
  await page.getByLabel("CSV file").setInputFiles({
    name: "usage.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(["id;customer;kind;at;size", ...rows.map((row) => row.replaceAll(",", ";"))].join("\n")),
  });
  const start = page.getByRole("button", { name: "Upload 2,500 events" });
  await page.getByText("Choose a column for Event name.").waitFor();
  expect(await start.isDisabled()).toBe(true);
  await page.getByLabel("Contents of kind").selectOption("Event name");
  await page.getByLabel("Contents of at").selectOption("Time");
  await expectAccessible(page);
  await start.click();
  await page.getByRole("heading", { name: "Uploaded usage.csv" }).waitFor();
  await page.getByText("2,499").waitFor();
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download failed lines" }).click();
  const file = await readFile(await (await downloading).path(), "utf8");
  expect(file.trim().split("\r\n")).toHaveLength(2);
  expect(file).toContain("up-1200,uploaded-usage,upload,not a time,1,1202,");
  const [stored] = (await client.events.list({ uniqueId: "up-7" })).items;
  expect(stored).toMatchObject({ eventName: "upload", properties: { size: 7 } });
});

test("uploads accounts, and a second upload of the file creates none", async () => {
  const upload = async () => {
    await page.goto("/app/accounts/upload");
    await page.getByLabel("CSV file").setInputFiles({
      name: "customers.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(
        "Name,Alias,Currency,Email,City\nUploaded One,uploaded-1,EUR,one@example.com,Berlin\nUploaded Two,uploaded-2,XXQ,,\n",
      ),
    });
    await page.getByRole("button", { name: "Upload 2 accounts" }).click();
    await page.getByRole("heading", { name: "Uploaded customers.csv" }).waitFor();
  };
  await upload();
  await page.getByRole("row", { name: /^3 / }).waitFor();
  const found = () =>
    client.accounts.list({ filters: [{ field: "name", operator: "contains", value: "Uploaded One" }] });
  expect((await found()).data).toMatchObject([
    { aliases: ["uploaded-1"], contactEmail: "one@example.com", billingAddress: { city: "Berlin" } },
  ]);
  await upload();
  await page.getByRole("row", { name: /^2 / }).waitFor();
  expect((await found()).data).toHaveLength(1);
});
