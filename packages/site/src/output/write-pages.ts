import { cp, mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { root } from "../guides/sources.ts";
import { BASE, type Page, twinAddressOf } from "../page.ts";

const site = join(import.meta.dirname, "../..");
/** Astro reads its pages from here. */
const content = join(site, "starlight/content/docs");
/** Astro copies these files as they are. */
const published = join(site, "starlight/public");

/** Writes the pages for Astro, their Markdown twins, and the files that they refer to. */
export async function writePages(pages: readonly Page[], copied: ReadonlySet<string>): Promise<void> {
  await Promise.all([content, published].map((folder) => rm(folder, { recursive: true, force: true })));
  for (const page of pages) {
    const name = `${page.path === "" ? "index" : page.path}.${page.mdx === undefined ? "md" : "mdx"}`;
    await write(join(content, name), `${frontMatter(page)}\n${weighted(page)}\n`);
    const twin = twinAddressOf(page.path).slice(BASE.length);
    await write(join(published, twin), `# ${page.title}\n\n${page.markdown}\n`);
  }
  for (const file of copied) await cp(join(root, file), join(published, file.slice("docs/".length)));
  await cp(join(root, "packages/dashboard/src/design/icon.svg"), join(published, "favicon.svg"));
}

export async function writePublished(name: string, text: string): Promise<void> {
  await write(join(published, name), text);
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

/** JSON is also YAML, so each value is written as JSON. */
function frontMatter({ path, title, description, label, searchWeight, isUnordered = false }: Page): string {
  const members: Record<string, unknown> = {
    title,
    description,
    slug: path === "" ? "index" : path,
    searchWeight,
    ...(label === undefined ? {} : { sidebar: { label } }),
    ...(isUnordered ? { prev: false, next: false } : {}),
    ...(path === "" ? { tableOfContents: false } : {}),
  };
  const lines = Object.entries(members).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return ["---", ...lines, "---", ""].join("\n");
}

/** Pages that are seldom read come last in the search. Their titles get the weight in starlight/page-title.astro. */
function weighted({ mdx, markdown, searchWeight }: Page): string {
  const text = mdx ?? markdown;
  return searchWeight === 1 || mdx !== undefined
    ? text
    : `<div data-pagefind-weight="${searchWeight}">\n\n${text}\n\n</div>`;
}
