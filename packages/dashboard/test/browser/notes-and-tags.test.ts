import { type Account, type Client, createClient } from "@counterfoil/sdk";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { expectAccessible, openBrowser, overflow, settled, signedIn } from "./support/browser.ts";

// R-UI-1: what a team knows about a customer: notes, tags, metadata, and what happened.

let browser: Browser;
let client: Client;
let context: BrowserContext;
let page: Page;
let faults: string[];

beforeAll(async () => {
  browser = await openBrowser();
  const { url, apiKey } = inject("started");
  client = createClient({ baseUrl: url, apiKey });
});
afterAll(() => browser.close());
beforeEach(async () => {
  ({ context, page, faults } = await signedIn(browser, { viewport: { width: 1440, height: 900 } }));
});
afterEach(() => context.close());

const feed = () => page.getByRole("list", { name: "Activity" }).getByRole("listitem");

async function open(account: Account, tab: string): Promise<void> {
  await page.goto(`/app/accounts/${account.id}?tab=${tab}`);
  await settled(page);
}

test("a person writes a note with a mention, edits it, and deletes it", async () => {
  const account = await client.accounts.create({ name: "Noted Ltd", currency: "EUR" });
  const [owner] = (await client.people.listNames({ limit: 1 })).items;
  await open(account, "activity");
  const field = page.getByLabel("New note");
  await field.pressSequentially(`Please call @${owner!.name.slice(0, 2)}`);
  await page.getByRole("listbox", { name: "People" }).getByRole("option", { name: owner!.name }).first().waitFor();
  await expectAccessible(page);
  await field.press("Enter");
  await field.pressSequentially("on Friday");
  await page.getByRole("button", { name: "Add note" }).click();
  const note = feed().filter({ hasText: "Please call" });
  await note.waitFor();
  expect(await note.innerText()).toContain(`Please call @${owner!.name} on Friday`);
  const [stored] = await client.accounts.listNotes(account.id).all();
  expect(stored).toMatchObject({ text: `Please call @${owner!.id} on Friday`, author: { type: "person" } });
  await note.getByRole("button", { name: "Edit note" }).click();
  const edited = page.getByLabel("Edit note");
  expect(await edited.inputValue()).toBe(`Please call @${owner!.name} on Friday`);
  await edited.fill("Called on Friday");
  await page.getByRole("button", { name: "Save note" }).click();
  const changed = feed().filter({ hasText: "Called on Friday" });
  await changed.waitFor();
  await changed.getByRole("button", { name: "Delete note" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete note" }).click();
  // While the dialog is open, the feed has no roles. So the note is gone from it before it is deleted.
  await expect.poll(() => client.accounts.listNotes(account.id).all()).toEqual([]);
  await changed.waitFor({ state: "detached" });
  expect(faults).toEqual([]);
});

test("a note of someone else cannot be changed, and the feed is filtered by kind and links to its objects", async () => {
  const [payment] = (await client.payments.list({ limit: 1 })).items;
  const account = await client.accounts.get(payment!.accountId);
  const note = await client.accounts.createNote(account.id, { text: "From the CRM" });
  await open(account, "activity");
  await feed().filter({ hasText: "From the CRM" }).waitFor();
  expect(await page.getByRole("button", { name: "Edit note" }).count()).toBe(0);
  await page.getByLabel("Show", { exact: true }).selectOption({ label: "Invoices" });
  await page.waitForURL(/part=invoice/);
  await feed().filter({ hasText: "From the CRM" }).waitFor({ state: "detached" });
  const issued = feed().filter({ hasText: "Invoice issued" }).first();
  const href = await issued.getByRole("link").getAttribute("href");
  expect(href).toMatch(/\/app\/invoices\/inv_/);
  await expectAccessible(page);
  await issued.getByRole("link").click();
  await page.waitForURL(/\/app\/invoices\/inv_/);
  await client.accounts.deleteNote(account.id, note.id);
});

test("tags are created and removed on the account, with an undo, and fit a phone", async () => {
  const account = await client.accounts.create({ name: "Tagged Ltd", currency: "EUR" });
  await open(account, "overview");
  const tags = page.getByRole("group", { name: "Tags" });
  await tags.getByRole("button", { name: "Add tag" }).click();
  await page.getByPlaceholder("Search or create").fill("Renewal 2027");
  await page.getByRole("option", { name: "Create “Renewal 2027”" }).click();
  await tags.getByText("Renewal 2027").waitFor();
  await page.keyboard.press("Escape");
  await expectAccessible(page);
  await tags.getByRole("button", { name: "Remove tag Renewal 2027" }).click();
  await tags.getByText("Renewal 2027").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Undo" }).last().click();
  await tags.getByText("Renewal 2027").waitFor();
  await expect.poll(async () => (await client.accounts.getTags(account.id)).tags).toEqual(["Renewal 2027"]);
  await page.setViewportSize({ width: 390, height: 800 });
  expect(await overflow(page)).toBe(0);
});

test("many accounts are tagged and untagged at once, and the list filters by the tag", async () => {
  const names = ["Bulk One", "Bulk Two", "Bulk Three"];
  const [first] = await Promise.all(names.map((name) => client.accounts.create({ name, currency: "EUR" })));
  await client.accounts.setTags(first!.id, { tags: ["Bulk"] });
  await page.goto("/app/accounts?q=Bulk");
  await settled(page);
  await page.getByRole("checkbox").first().click();
  await page.getByRole("button", { name: "Add tag" }).click();
  const dialog = page.getByRole("dialog", { name: "Add tag to 3 accounts" });
  const start = dialog.getByRole("button", { name: "Add tag to 3 accounts" });
  expect(await start.isDisabled()).toBe(true);
  await dialog.getByRole("button", { name: "Tag", exact: true }).click();
  await page.getByPlaceholder("Search or create").fill("Bulk");
  await page.getByRole("option", { name: "Bulk" }).first().click();
  await start.click();
  const report = page.getByRole("dialog", { name: "Add tag: report" });
  await report.getByText("2 tagged").waitFor();
  await report.getByText("1 skipped").waitFor();
  await report.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Filter by tag" }).click();
  await page.getByRole("option", { name: /^Bulk/ }).click();
  await page.waitForURL(/tag=Bulk/);
  const chips = page.getByRole("group", { name: "Active filters" });
  await chips.getByText("Tag:").waitFor();
  await page.locator(`table[aria-rowcount="4"]`).waitFor();
  await expectAccessible(page);
  await page.getByRole("checkbox").first().click();
  await page.getByRole("button", { name: "Remove tag" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Tag", exact: true }).click();
  await page.getByRole("option", { name: /^Bulk/ }).click();
  await page.getByRole("button", { name: "Remove tag from 3 accounts" }).click();
  await page.getByText("3 untagged").waitFor();
  expect((await client.accountTags.list().all()).map(({ tag }) => tag)).not.toContain("Bulk");
  await page.getByRole("dialog").getByRole("button", { name: "Done" }).click();
  await chips.getByRole("button", { name: "Remove filter Tag" }).click();
  await page.waitForURL((url) => !url.search.includes("tag="));
});

test("metadata is edited in the details", async () => {
  const account = await client.accounts.create({ name: "Meta Ltd", currency: "EUR" });
  await client.accounts.updateMetadata(account.id, { metadata: { old: "x" } });
  await open(account, "details");
  await page.getByRole("button", { name: "Edit metadata" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit metadata" });
  await dialog.getByRole("button", { name: "Remove row 1" }).click();
  await dialog.getByLabel("Key 1").fill("crmId");
  await dialog.getByLabel("Value 1").fill("4711");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Save metadata" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByText("4711").waitFor();
  expect(await client.accounts.getMetadata(account.id)).toEqual({ metadata: { crmId: "4711" } });
});
