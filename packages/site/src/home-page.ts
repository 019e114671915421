import type { Section } from "./guides/read-index.ts";
import { addressOf, type Page } from "./page.ts";

const DESCRIPTION = "How to sell, meter, bill and get paid with Counterfoil, and how to operate it.";

/** The home page: every section of the index. */
export function homePage(sections: readonly Section[]): Page {
  return {
    path: "",
    title: "Counterfoil documentation",
    label: "Home",
    description: DESCRIPTION,
    markdown: [INTRODUCTION, ...sections.map(list)].join("\n\n"),
    mdx: [INTRODUCTION, ...sections.map(cards)].join("\n\n"),
    searchWeight: 0.5,
    isUnordered: true,
  };
}

const INTRODUCTION = `Counterfoil is open, self-hosted billing for recurring and usage-based charges. New here?
[Follow the quickstart](${addressOf("quickstart")}): it takes ten minutes from an empty organization to the PDF of an
invoice. Building an integration? Start with the [API](${addressOf("api")}).`;

function list({ title, entries }: Section): string {
  const lines = entries.map(({ label, path, text }) => `- [${label}](${addressOf(path)}): ${text}`);
  return `## ${title}\n\n${lines.join("\n")}`;
}

function cards({ title, entries }: Section): string {
  const links = entries.map(
    ({ label, path, text }) =>
      `<li><a href="${addressOf(path)}">${label}</a><span>${text.replaceAll(/`([^`]+)`/g, "<code>$1</code>")}</span></li>`,
  );
  return `## ${title}\n\n<ul class="index not-content">\n${links.join("\n")}\n</ul>`;
}
