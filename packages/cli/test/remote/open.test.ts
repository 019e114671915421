import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { finished } from "../running-command.ts";

const PAGES = join(import.meta.dirname, "../../../dashboard/src/pages");
const environment = { COUNTERFOIL_URL: "http://127.0.0.1:9", COUNTERFOIL_API_KEY: "sk_none" };

/** The first level of the dashboard's addresses, without the pages of people who are not signed in. */
async function dashboardPages(): Promise<string[]> {
  const names: string[] = [];
  for (const area of await readdir(PAGES)) {
    if (area === "sign-in") continue;
    const routes = await readFile(join(PAGES, area, "routes.ts"), "utf8").catch(() => "");
    for (const [, name = ""] of routes.matchAll(/path: "\/([a-z-]+)"/g)) names.push(name);
  }
  return names.sort();
}

test("open knows every page of the dashboard (R-CLI-2)", async () => {
  const pages = await dashboardPages();
  expect(pages).toEqual(expect.arrayContaining(["accounts", "invoices", "request-log"]));
  const { output } = await finished(["open", "no-such-page"], environment);
  const known = /one of: (.*)\./.exec(output)?.[1]?.split(", ") ?? [];
  expect(pages.filter((page) => !known.includes(page))).toEqual([]);
  const opened = await finished(["open", "request-log", "--print"], environment);
  expect(opened).toMatchObject({ code: 0, output: "http://127.0.0.1:9/app/request-log\n" });
});
