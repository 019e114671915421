import type { Section } from "../guides/read-index.ts";
import { type Page, twinAddressOf } from "../page.ts";

/** The index for language models (llmstxt.org): every page in Markdown, by section. */
export function llmsText(pages: readonly Page[], sections: readonly Section[]): string {
  const line = ({ title, path, description }: Page) => `- [${title}](${twinAddressOf(path)}): ${description}`;
  const byPath = new Map(pages.map((page) => [page.path, page]));
  const listed = new Set(sections.flatMap(({ entries }) => entries.map(({ path }) => path)));
  const others = pages.filter(({ path }) => !listed.has(path) && !/^(?:$|api(?:\/|$)|errors(?:\/|$))/.test(path));
  const chapter = (title: string, own: readonly Page[]) => `## ${title}\n\n${own.map(line).join("\n")}`;
  return [
    "# Counterfoil",
    "> Open, self-hosted billing for recurring and usage-based charges. Every page below is Markdown.",
    ...sections.map(({ title, entries }) =>
      chapter(
        title,
        entries.flatMap(({ path }) => byPath.get(path) ?? []),
      ),
    ),
    chapter(
      "API",
      pages.filter(({ path }) => /^api(?:\/|$)/.test(path)),
    ),
    chapter(
      "Errors",
      pages.filter(({ path }) => /^errors(?:\/|$)/.test(path)),
    ),
    chapter("Optional", [...pages.filter(({ path }) => path === ""), ...others]),
    "",
  ].join("\n\n");
}
