/**
 * The dashboard: how much script each page loads, how soon the window shows its data without a cache, also over a slow
 * connection on a slow device, and how a table of 100,000 rows scrolls. Browser, server and PostgreSQL share the cores.
 * Needs Chromium.
 * `npm run bench -- pages [accounts] [visits of each page]`
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { requireChromium } from "./platform/cannot-run.ts";
import { recordFigures } from "./platform/figures.ts";
import { median } from "./platform/median.ts";
import { resultsFolder } from "./platform/results-folder.ts";
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

const executablePath = requireChromium();
const dashboard = await startDashboard(executablePath);
const browser = await chromium.launch({
  executablePath,
  args: ["--no-sandbox", "--disable-dev-shm-usage"],
});
try {
  const lines = [
    `Nothing is cached. Times are medians of ${rounds} visits, in milliseconds until the window shows all its data. Slow: 150 ms, 1.6 Mbit/s, a CPU of a quarter.`,
    "",
    "| Page | Script, kB as sent (Brotli) | Requests | Shown after | Shown after, slow |",
    "|---|---|---|---|---|",
  ];
  for (const path of PATHS) {
    const visits: Visit[] = [];
    const slow: Visit[] = [];
    for (let round = 0; round < rounds; round += 1) {
      visits.push(await visit(browser, dashboard, path));
      slow.push(await visit(browser, dashboard, path, slowDown));
    }
    const kilobytes = (visits[0]?.scriptBytes ?? 0) / 1_000;
    const shown = [visits, slow].map((all) => median(all.map((one) => one.shownAfter)).toFixed(0));
    lines.push(`| ${path} | ${kilobytes.toFixed(0)} | ${visits[0]?.requests} | ${shown.join(" | ")} |`);
    console.log(lines.at(-1));
    const value = median(visits.map((one) => one.shownAfter));
    await recordFigures([{ name: path, unit: " ms", value, better: "lower" }]);
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
  const folder = await resultsFolder();
  await writeFile(join(folder, "pages.md"), `${lines.join("\n")}\n`);
} finally {
  await browser.close();
  await dashboard.stop();
}

interface Visit {
  readonly shownAfter: number;
  readonly scriptBytes: number;
  readonly requests: number;
}

/** Opens a page as a signed-in user, without a cache. */
async function visit(
  within: Browser,
  { url, session }: Dashboard,
  path: string,
  prepare?: (page: Page) => Promise<void>,
): Promise<Visit> {
  const context = await within.newContext({ baseURL: url, storageState: session });
  const page = await context.newPage();
  await prepare?.(page);
  await page.goto(path, { waitUntil: "commit" });
  await page.locator("h1").first().waitFor();
  await page.waitForFunction(() =>
    [...document.querySelectorAll("[aria-busy=true], .animate-pulse.bg-sunken")].every((waiting) => {
      const { top, bottom } = waiting.getBoundingClientRect();
      return bottom <= 0 || top >= innerHeight;
    }),
  );
  const measured = await page.evaluate(() => {
    const all = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
    const scripts = all.filter(({ name }) => name.endsWith(".js"));
    return {
      shownAfter: performance.now(),
      requests: all.length + 1,
      scriptBytes: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    };
  });
  await context.close();
  return measured;
}

/** A slow connection and a slow device, as Chromium simulates them. */
async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 150,
    downloadThroughput: 1_600_000 / 8,
    uploadThroughput: 750_000 / 8,
  });
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
}

function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}
