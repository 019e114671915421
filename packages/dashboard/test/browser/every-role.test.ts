import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { escape, openBrowser, settled, signedIn } from "./support/browser.ts";
import { joined } from "./support/people.ts";
import { pagesToLookAt, type PageToLookAt } from "./support/pages-to-look-at.ts";

// R-USER-1 and R-UI-1: the dashboard offers each role only what the server accepts from it, on every page.

let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** As in docs/access.md. */
const ROLES = {
  admin: ["write", "ingest", "billing", "admin"],
  finance: ["write", "billing"],
  developer: ["write", "ingest"],
  viewer: [],
} as const;
type Role = keyof typeof ROLES;
type Scope = (typeof ROLES)["admin"][number];

/** The pages of a role, their tabs, and the objects that offer further actions. */
const MORE_OF: Readonly<Record<string, readonly string[]>> = {
  "/accounts/$accountId": ["?tab=invoices", "?tab=credits", "?tab=activity", "?tab=details"],
  "/subscriptions/$subscriptionId": ["?tab=versions", "?tab=terms"],
  "/mails": ["?view=templates", "?view=settings"],
  "/events": ["?view=all", "?view=unmatched"],
  "/settings": ["?part=documents", "?part=taxes", "?part=payments", "?part=mail"],
  "/features": ["?do=new"],
  "/insights/margin": ["?view=prices"],
  "/insights/model-prices": ["?view=own", "?view=unpriced"],
  "/test-clocks": ["?do=new"],
  "/products": ["?do=new"],
};

/**
 * The controls that change something, by the scope of their route in docs/access.md: the page, the kind, and the name.
 * Every one must appear for a role with the scope, so a renamed control fails the test.
 */
const CONTROLS: readonly (readonly [control: RegExp, scope: Scope])[] = [
  [/^\/(accounts|invoices|payments|subscriptions) item Save as new view$/, "write"],
  [/^\/products\S* (button|dialog) (New product|Archive|Edit)$/, "write"],
  [/^\/prices\/\S+ button Archive$/, "write"],
  [/^\/price-bundles\S* button (New bundle|Archive|Edit)$/, "write"],
  [/^\/plans\/\S+ button Archive$/, "write"],
  [/^\/metrics\/\S+ button Archive$/, "write"],
  [/^\/features\S* (button|dialog) New feature$/, "write"],
  [/^\/test-clocks\S* (button|dialog) New (test )?clock$/, "write"],
  [/^\/test-clocks\/\S+ button (Advance|\+1 (day|week|month)|New account on this clock)$/, "write"],
  [/^\/quotes\/\S+ button Activate$/, "write"],
  [/^\/quotes\/\S+ item Send as quote$/, "write"],
  [/^\/subscriptions\/\S+ (item|action) (Pause|Cancel)( subscription)?$/, "write"],
  [/^\/accounts\/\S+ button Create link$/, "write"],
  [/^\/accounts\/\S+tab=details button (Set|Change) parent$/, "write"],
  [/^\/usage-alerts button New alert$/, "write"],
  [/^\/insights\/margin\S* button New cost price$/, "write"],
  [/^\/insights\/model-prices\S* button (New model price|Set price|Price earlier events)$/, "write"],
  [/^\/events\?view=unmatched button (Match to account|Create metric)$/, "write"],
  [/^\/settings\?part=taxes button New rate$/, "write"],
  [/^\/mails button Invoice .* from /, "write"],
  [/^\/events\S* button Send event$/, "ingest"],
  [/^\/ button Issue$/, "billing"],
  [/^\/invoices\/\S+ button (Record payment|Create new link|Revoke link)$/, "billing"],
  [/^\/invoices\/\S+ item (Send by email|Payment link|Refund or correct|Mark uncollectible|Void invoice)$/, "billing"],
  [/^\/invoices\/\S+ action (Record payment|Send by email|Void invoice)$/, "billing"],
  [/^\/payments\/\S+ button Refund$/, "billing"],
  [/^\/credit-notes button New credit note$/, "billing"],
  [/^\/credit-grants button Grant credit$/, "billing"],
  [/^\/credit-grants\/\S+ button Void remaining balance$/, "billing"],
  [/^\/accounts\/\S+tab=invoices button Payment link$/, "billing"],
  [/^\/accounts\/\S+tab=activity option Audit log$/, "admin"],
  [/^\/subscriptions\/\S+ button Audit log$/, "admin"],
  [/^\/settings\S* button (Save|Choose image|Discard changes)$/, "admin"],
  [/^\/mails\?view=templates button Save template$/, "admin"],
];

/** What a person with the scope `read` may not be offered, whatever it is called exactly. */
const CHANGES =
  /^\S+ (button|item|action|dialog) (New|Create|Add|Edit|Save|Delete|Remove|Archive|Unarchive|Void|Issue|Send|Record|Refund|Grant|Revoke|Invite|Upload|Activate|Match|Advance|Mark|Apply|Rotate|Enable|Disable|Redeliver|Resend|Publish|Withdraw|Resume|Change|Cancel)\b/;

/** Pages whose actions the command palette also offers. */
const WITH_ACTIONS = ["/accounts/$accountId", "/invoices/$invoiceId", "/subscriptions/$subscriptionId"];

test.each(Object.keys(ROLES) as Role[])(
  "every page offers a person with the role %s only what the server accepts",
  async (role) => {
    const scopes: readonly Scope[] = ROLES[role];
    const has = (scope: Scope | undefined) => scope === undefined || scopes.includes(scope);
    const pages = await pagesToLookAt();
    const { page, context } = await signedIn(
      browser,
      { viewport: { width: 1440, height: 1000 } },
      { ...inject("started"), ...(await joined(role)) },
    );
    const refused: string[] = [];
    page.on("response", (answer) => {
      if (answer.status() === 403) refused.push(`${page.url()}: ${answer.request().method()} ${answer.url()}`);
    });
    const denied: string[] = [];
    const offered: string[] = [];
    const leads: string[] = [];
    for (const { route, path, scope } of pages.filter(({ route }) => !OUTSIDE.has(route))) {
      for (const search of has(scope) ? ["", ...(MORE_OF[route] ?? [])] : [""]) {
        await page.goto(path + search);
        await settled(page);
        if (await page.getByRole("heading", { level: 1, name: "Access denied" }).isVisible()) denied.push(route);
        const names = [...(await controlsOf(page)), ...(WITH_ACTIONS.includes(route) ? await actionsOf(page) : [])];
        offered.push(...names.map((name) => `${route}${search} ${name}`));
        leads.push(...(await linksOf(page)).map((link) => `${link} on ${route}${search}`));
      }
    }
    expect.soft(refused).toEqual([]);
    expect.soft(denied).toEqual(pages.filter((one) => !has(one.scope)).map(({ route }) => route));
    const forbidden = CONTROLS.filter(([, scope]) => !has(scope));
    expect.soft(offered.filter((control) => forbidden.some(([name]) => name.test(control)))).toEqual([]);
    const missing = CONTROLS.filter(([name, scope]) => has(scope) && !offered.some((control) => name.test(control)));
    expect.soft(missing).toEqual([]);
    if (scopes.length === 0) expect.soft(offered.filter((control) => CHANGES.test(control))).toEqual([]);
    const closed = pages.filter((one) => !has(one.scope)).map(patternOf);
    expect.soft(leads.filter((link) => closed.some((pattern) => pattern.test(link.split(" ")[0] ?? "")))).toEqual([]);
    await context.close();
  },
);

/** Pages for people who are not signed in. */
const OUTSIDE = new Set(["/sign-in", "/forgot-password", "/reset-password", "/invitation"]);

/** Matches the addresses of a page, also of other objects. Paths with a word instead of an ID have their own page. */
function patternOf({ route }: PageToLookAt): RegExp {
  return new RegExp(`^/app${route.replaceAll(/\$\w+/g, String.raw`\w+_\w+`)}$`);
}

/** The enabled buttons, options and menu items of the page, and the titles of open dialogs: `button Archive`. */
async function controlsOf(page: Page): Promise<string[]> {
  const names = await page.evaluate(() =>
    [...document.querySelectorAll("main button:enabled, main select:enabled option, [role=dialog] h2")]
      .filter(
        (element) =>
          (element.closest("select") ?? element).checkVisibility() && element.closest("fieldset:disabled") === null,
      )
      .map((element) => {
        const name = (element.getAttribute("aria-label") ?? element.textContent).trim();
        return `${element.tagName === "H2" ? "dialog" : element.tagName.toLowerCase()} ${name}`;
      }),
  );
  if (await page.getByRole("dialog").isVisible()) return names;
  for (const menu of await page.locator("main button[aria-haspopup=menu]:visible").all()) {
    await menu.click();
    await page.getByRole("menu").waitFor();
    names.push(...(await page.getByRole("menuitem").allTextContents()).map((name) => `item ${name}`));
    await escape(page.getByRole("menu"));
    await page.getByRole("menu").waitFor({ state: "detached" });
  }
  return names;
}

/** The actions of the page in the command palette. */
async function actionsOf(page: Page): Promise<string[]> {
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog");
  await palette.getByRole("option", { name: "Home" }).waitFor();
  const group = palette.getByRole("group", { name: "This page" });
  const names = (await group.count()) === 0 ? [] : await group.getByRole("option").allTextContents();
  await escape(palette);
  await palette.waitFor({ state: "detached" });
  return names.map((name) => `action ${name}`);
}

/** The paths of all links, also those of the sidebar. */
function linksOf(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>('a[href^="/app/"]')]
      .filter((link) => link.checkVisibility())
      .map((link) => link.pathname),
  );
}
