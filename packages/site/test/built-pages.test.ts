import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { builtFiles, readBuilt } from "./support/built-site.ts";

// R-DIST-4: every link of the built site leads somewhere, and every page and operation is there.

const files = new Set(builtFiles());
const pages = [...files].filter((name) => name.endsWith("index.html"));
const openApi = JSON.parse(readFileSync(new URL("../../http/openapi.json", import.meta.url), "utf8")) as {
  paths: Record<string, Record<string, { operationId: string; "x-same-as"?: string }>>;
};
/** The server has these, and the built files do not. */
const SERVED = ["/docs/reference", "/openapi.json"];

interface BuiltPage {
  readonly anchors: ReadonlySet<string>;
  readonly links: readonly string[];
}

const built = new Map(pages.map((name) => [name, readPage(readBuilt(name))]));

function readPage(html: string): BuiltPage {
  const values = (attribute: string) =>
    [...html.matchAll(new RegExp(`<[a-z][^>]*\\s${attribute}="([^"]*)"`, "g"))].map(([, value = ""]) => value);
  return {
    anchors: new Set(values("id")),
    links: [...values("href"), ...values("src")].map((link) => link.replaceAll("&#x26;", "&")),
  };
}

/** What is wrong with a link on a page, if anything. */
function fault(page: string, link: string): string | undefined {
  const here = `/docs/${page.replace(/index\.html$/, "")}`;
  const { origin, pathname, hash } = new URL(link, `http://site.example${here}`);
  if (origin !== "http://site.example" || SERVED.includes(pathname)) return undefined;
  if (!pathname.startsWith("/docs/")) return `${here}: ${link} is outside of the site`;
  const name = pathname.slice("/docs/".length).replace(/(^|\/)$/, "$1index.html");
  if (!files.has(name)) return `${here}: ${link} leads nowhere`;
  const anchor = decodeURIComponent(hash.slice(1));
  const hasAnchor = anchor === "" || built.get(name)?.anchors.has(anchor) === true;
  return hasAnchor ? undefined : `${here}: ${link} has no such anchor`;
}

test("every link and anchor of every page leads somewhere", () => {
  let checked = 0;
  const faults = [...built].flatMap(([page, { links }]) =>
    links.flatMap((link) => {
      checked += 1;
      return fault(page, link) ?? [];
    }),
  );
  expect(checked).toBeGreaterThan(10_000);
  expect([...new Set(faults)]).toEqual([]);
});

test.each(["/docs/nowhere/", "/docs/invoices/#nowhere", "/accounts"])("the link %s is found", (link) => {
  expect(fault("index.html", link)).toBeDefined();
});

test("every page has a Markdown twin, and llms.txt lists each of them", () => {
  const twins = pages.map((name) => name.replace(/(^|\/)index\.html$/, (_, slash) => (slash === "" ? "index" : "")));
  expect(twins.length).toBeGreaterThan(400);
  const listed = [...readBuilt("llms.txt").matchAll(/\]\(\/docs\/([^)]+)\.md\)/g)].map(([, name = ""]) => name);
  expect(listed.toSorted()).toEqual(twins.toSorted());
  for (const twin of twins) expect(readBuilt(`${twin}.md`), twin).toMatch(/^# .+\n\n\S/);
});

test("every operation of the API has a page with an example in three languages", () => {
  const operations = Object.values(openApi.paths)
    .flatMap((methods) => Object.values(methods))
    .filter((operation) => operation["x-same-as"] === undefined);
  expect(operations.length).toBeGreaterThan(250);
  const byName = new Map(
    [...files].filter((name) => /^api\/[^/]+\/[^/]+\.md$/.test(name)).map((name) => [name.split("/")[2] ?? "", name]),
  );
  expect(byName.size).toBe(operations.length);
  for (const { operationId } of operations) {
    const name = `${operationId.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, "-").toLowerCase()}.md`;
    const page = byName.get(name);
    expect(page, operationId).toBeDefined();
    expect(readBuilt(page ?? "")).toMatch(/```sh\n[^]+```ts\n[^]+```python\n/);
  }
});

test("every error code has a page, and the address of each problem's type leads to it", () => {
  const { anchors } = built.get("errors/index.html") ?? { anchors: new Set<string>() };
  const codes = [...files].flatMap((name) => /^errors\/(\w+)\/index\.html$/.exec(name)?.[1] ?? []);
  expect(codes.length).toBeGreaterThan(30);
  expect(codes.filter((code) => !anchors.has(code))).toEqual([]);
});
