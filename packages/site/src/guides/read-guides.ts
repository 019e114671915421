import type { Page } from "../page.ts";
import { outsideOfCode } from "./outside-of-code.ts";
import { type LinkTargets, rewriteLinks } from "./rewrite-links.ts";
import type { Source } from "./sources.ts";

/** Records and proofs that a search should list after the guides. */
const SELDOM_READ = /^(?:decisions\/|changelog|rules|contributing|simulation|reliability|locking|dependencies)/;

export interface Guides {
  readonly pages: readonly Page[];
  /** Files of the repository that the pages refer to. */
  readonly copied: ReadonlySet<string>;
}

/** The pages that are written by hand. The home page is not among them. */
export function readGuides(sources: readonly Source[]): Guides {
  const targets: LinkTargets = {
    pages: new Map(sources.map(({ file, path }) => [file, path])),
    copied: new Set(),
  };
  const pages = sources.filter(({ path }) => path !== "").map((source) => readGuide(source, targets));
  return { pages, copied: targets.copied };
}

function readGuide({ file, path, text }: Source, targets: LinkTargets): Page {
  const body = text.replace(/^<!--[^]*?-->\n/, "");
  const title = /^# (.+)\n/.exec(body)?.[1];
  if (title === undefined) throw new Error(`${file} does not start with a title.`);
  const markdown = rewriteLinks(body.slice(body.indexOf("\n") + 1).trim(), file, targets);
  const isDecision = path.startsWith("decisions/");
  return {
    path,
    title: plainText(title),
    description: firstSentence(isDecision ? markdown.replace(/^Date:[^\n]*\n+(?:## [^\n]*\n+)?/, "") : markdown),
    markdown,
    searchWeight: SELDOM_READ.test(path) ? 0.05 : 1,
    isUnordered: isDecision,
  };
}

/** The first sentence of a text, without its marks. */
export function firstSentence(markdown: string): string {
  const paragraph = markdown.split(/\n\s*\n/).find((part) => /^(?!```)[A-Z`*[0-9"]/.test(part)) ?? "";
  const text = plainText(paragraph.replaceAll("\n", " "));
  return /^.*?[.:!?](?=\s|$)/.exec(text)?.[0].replace(/:$/, ".") ?? text;
}

function plainText(markdown: string): string {
  return outsideOfCode(markdown, (text) => text.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1").replaceAll(/\*\*?/g, ""))
    .replaceAll("`", "")
    .trim();
}
