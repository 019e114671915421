import { execFile } from "node:child_process";
import { dirname } from "node:path";
import { promisify } from "node:util";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { expectAccessible, openBrowser, settled, signedIn } from "./support/browser.ts";
import { program } from "./support/start-platform.ts";

// R-UI-1: the home page claims nothing that it does not know.

let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** The value and the note of a key figure. */
function figure(page: Page, name: string) {
  return page.getByRole("region", { name: "Key figures" }).getByRole("link", { name: new RegExp(`^${name}`) });
}

test("figures that could not be loaded are marked, and the other cards are shown", async () => {
  const { context, page } = await signedIn(browser);
  await page.goto("/app/");
  await settled(page);
  expect(await figure(page, "MRR").innerText()).toMatch(/[$€][1-9][\d,.]+\s+[+-]?[\d,.]+% from/);
  await page.route("**/insights/key-figures*", (route) => route.fulfill({ status: 500, body: "{}" }));
  await page.goto("/app/");
  await settled(page);
  for (const name of ["MRR", "Unpaid", "Cash collected"])
    expect(await figure(page, name).innerText()).toMatch(/–\s+Couldn’t load/);
  expect(await page.getByText("Nothing yet").count()).toBe(0);
  await page.getByRole("heading", { name: "Net revenue" }).waitFor();
  await context.close();
});

test("a new organization shows zeros and the steps to its first invoice, and counts those taken", async () => {
  await run("org", "create", "--name", "Fresh Start GmbH", "--currency", "EUR");
  const email = "founder@fresh.example";
  const person = ["--email", email, "--name", "Frida Founder"];
  const { password } = await run("person", "create", "--organization", "Fresh Start GmbH", ...person);
  const context = await browser.newContext({ baseURL: inject("started").url, locale: "en-US" });
  const page = await context.newPage();
  await page.goto("/app/sign-in");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password!);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL("**/app/");
  await settled(page);

  expect(await figure(page, "MRR").innerText()).toMatch(/€0.00\s+Nothing yet/);
  expect(await figure(page, "Unpaid").innerText()).toMatch(/€0.00\s+Nothing yet/);
  const progress = page.getByRole("progressbar", { name: "Setup progress" });
  expect(await progress.getAttribute("aria-valuenow")).toBe("0");
  await expectAccessible(page);

  await page.getByRole("link", { name: "Create a product" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name", { exact: true }).fill("Base");
  await dialog.getByRole("button", { name: "Create product" }).click();
  await page.waitForURL(/\/app\/products/);
  await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Home" }).click();
  await page.getByText("1 of 5 steps done").waitFor();
  await context.close();
});

/** Runs a command of the program on the data folder of the started platform, and returns what `--json` prints. */
async function run(...command: readonly string[]): Promise<Readonly<Record<string, string>>> {
  const data = dirname(inject("letters"));
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...command, "--data", data, "--json"]);
  return JSON.parse(stdout) as Record<string, string>;
}
