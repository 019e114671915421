import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { expectAccessible, openBrowser, settled, signedIn } from "./support/browser.ts";

// R-API-12: a developer finds the request that was refused, sees why, and sends it again.

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

test("a refused request is found by status and path, shows both bodies, and runs again as a command", async () => {
  const { url, apiKey } = inject("started");
  const sent = await fetch(`${url}/products`, {
    method: "POST",
    headers: { Authorization: `Bearer ${apiKey}`, "Content-Type": "application/json", "Idempotency-Key": "it's once" },
    body: JSON.stringify({ name: "O'Reilly seats", feeType: "monthly" }),
  });
  expect(sent.status).toBe(422);
  const { page, context } = await signedIn(browser);
  await page.goto("/app/request-log");
  await settled(page);
  await page.getByLabel("Status").selectOption("Refused");
  await page.getByLabel("Method").selectOption("POST");
  await page.getByLabel("Search by path or ID").fill("/products");
  await expect.poll(() => page.url()).toContain("q=%2Fproducts");
  const row = page.getByRole("row").filter({ hasText: "POST /products" }).first();
  await row.filter({ hasText: "422" }).waitFor();
  await expectAccessible(page);
  await row.click();
  const sheet = page.getByRole("dialog", { name: "POST /products" });
  await sheet.getByText("validation_failed", { exact: true }).waitFor();
  expect(await sheet.getByLabel("Request body", { exact: true }).last().innerText()).toContain("O'Reilly seats");
  expect(await sheet.getByLabel("Response body", { exact: true }).last().innerText()).toContain("/feeType");
  await expectAccessible(page);

  const command = await sheet.getByLabel("Command").last().innerText();
  const { stdout } = await promisify(execFile)("bash", ["-c", `${command} -s -o /dev/null -w '%{http_code}'`], {
    env: { ...process.env, COUNTERFOIL_KEY: apiKey },
  });
  expect(stdout).toBe("422");
  // The address opens the same request.
  const address = page.url();
  await page.goto("/app/");
  await page.goto(address);
  await page.getByRole("dialog", { name: "POST /products" }).waitFor();
  await context.close();
});
