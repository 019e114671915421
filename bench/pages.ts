/**
 * The dashboard: how much script each page loads, how soon it shows its data without a cache, and how a table of 100,000
 * rows scrolls. Browser, server and PostgreSQL share the cores. Needs Chromium.
 * `npm run bench -- pages [accounts] [visits of each page]`
 */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Browser, chromium } from "playwright-core";
import { median } from "./platform/median.ts";
import { type Dashboard, startDashboard } from "./pages/start-dashboard.ts";
import { scrollThrough } from "./pages/scroll-through.ts";

const [accounts = 100_000, rounds = 5] = process.argv.slice(2).map(Number);
const PATHS = [
  "/app/",
  "/app/accounts",
  "/app/invoices",
  "/app/subscriptions",
  "/app/subscriptions/new",
  "/app/usage",
  "/app/events",
  "/app/settings",
];

const dashboard = await startDashboard();
const browser = await chromium.launch({
  executablePath: process.env["COUNTERFOIL_CHROMIUM"] ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-dev-shm-usage"],
});
try {
  const lines = [
    `| Page | Script, kB as sent (Brotli) | Shown after, ms (median of ${rounds}, nothing cached) |`,
    "|---|---|---|",
  ];
  for (const path of PATHS) {
    const visits = [];
    for (let round = 0; round < rounds; round += 1) visits.push(await visit(browser, dashboard, path));
    const kilobytes = (visits[0]?.scriptBytes ?? 0) / 1_000;
    lines.push(`| ${path} | ${kilobytes.toFixed(0)} | ${median(visits.map((one) => one.shownAfter)).toFixed(0)} |`);
    console.log(lines.at(-1));
  }
  await dashboard.addAccounts(accounts);
  const scrolled = await scrollThrough(browser, dashboard);
  lines.push(
    "",
    `| A table of ${scrolled.rows.toLocaleString("en")} rows | Frame, ms: median | 95th percentile | longest |`,
    "|---|---|---|---|",
    ...scrolled.ways.map(
      ({ way, frames }) =>
        `| ${way} | ${[0.5, 0.95, 1].map((part) => quantile(frames, part).toFixed(0)).join(" | ")} |`,
    ),
    "",
    `After a jump into the middle its rows stand there after ${scrolled.jump.toFixed(0)} ms.`,
  );
  console.log(lines.join("\n"));
  const folder = join(import.meta.dirname, "results");
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "pages.md"), `${lines.join("\n")}\n`);
} finally {
  await browser.close();
  await dashboard.stop();
}

/** Opens a page as a signed-in user, without a cache. */
async function visit(within: Browser, { url, session }: Dashboard, path: string) {
  const context = await within.newContext({ baseURL: url, storageState: session });
  const page = await context.newPage();
  await page.goto(path, { waitUntil: "commit" });
  await page.locator("h1").first().waitFor();
  await page.waitForFunction(() => document.querySelector("[aria-busy=true], .animate-pulse.bg-sunken") === null);
  const measured = await page.evaluate(() => {
    const scripts = (performance.getEntriesByType("resource") as PerformanceResourceTiming[]).filter(({ name }) =>
      name.endsWith(".js"),
    );
    return {
      shownAfter: performance.now(),
      scriptBytes: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    };
  });
  await context.close();
  return measured;
}

function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}
