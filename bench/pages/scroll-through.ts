import type { Browser, Page } from "playwright-core";
import type { Dashboard } from "./start-dashboard.ts";

export interface Scrolled {
  /** Rounded up to whole pages, as the list does until it has loaded the last one. */
  readonly rows: number;
  /** Milliseconds between frames, by step of scrolling. */
  readonly ways: readonly { readonly way: string; readonly frames: readonly number[] }[];
  /** Milliseconds until rows appear after a jump to an unloaded position. */
  readonly jump: number;
}

const STEPS = 120;

/** Scrolls the list of accounts with the wheel, and jumps to the middle. */
export async function scrollThrough(browser: Browser, { url, session }: Dashboard): Promise<Scrolled> {
  const context = await browser.newContext({
    baseURL: url,
    storageState: session,
    viewport: { width: 1280, height: 900 },
  });
  const page = await context.newPage();
  await page.goto("/app/accounts");
  await page.locator("tbody tr[data-index]").first().waitFor();
  const rows = Number(await page.getByRole("table").getAttribute("aria-rowcount")) - 1;
  await page.mouse.move(640, 600);
  const ways = [
    { way: "by the wheel, 120 pixels at a time", frames: await framesWhile(page, () => turn(page, 120)) },
    { way: "by the wheel, fast: 1,200 pixels at a time", frames: await framesWhile(page, () => turn(page, 1_200)) },
  ];
  const before = performance.now();
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight / 2));
  await page.waitForFunction(
    (middle) =>
      document.querySelector(".animate-pulse.bg-sunken") === null &&
      Number(document.querySelector("tbody tr[data-index]")?.getAttribute("data-index")) > middle,
    rows / 3,
  );
  const jump = performance.now() - before;
  await context.close();
  return { rows, ways, jump };
}

async function turn(page: Page, pixels: number): Promise<void> {
  for (let step = 0; step < STEPS; step += 1) {
    await page.mouse.wheel(0, pixels);
    await page.waitForTimeout(16);
  }
}

async function framesWhile(page: Page, work: () => Promise<void>): Promise<number[]> {
  await page.evaluate(() => {
    const shared = globalThis as { frameTimes?: number[] };
    const frames: number[] = (shared.frameTimes = []);
    let last = performance.now();
    const next = (now: number): void => {
      frames.push(now - last);
      last = now;
      if (shared.frameTimes === frames) requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  });
  await work();
  return page.evaluate(() => {
    const shared = globalThis as { frameTimes?: number[] };
    const frames = shared.frameTimes ?? [];
    shared.frameTimes = [];
    return frames.slice(1);
  });
}
