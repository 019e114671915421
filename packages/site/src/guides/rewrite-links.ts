import { posix } from "node:path";
import { addressOf, BASE } from "../page.ts";
import { outsideOfCode } from "./outside-of-code.ts";

/** Matches `[text](target)` and `![text](target)`; the text may contain code and a pair of brackets. */
const LINK = /(?<mark>!?)\[(?<text>(?:[^[\]]|\[[^\]]*\])*)\]\((?<target>[^()\s]+)\)/g;

export interface LinkTargets {
  /** The address of each page, by the file it comes from. */
  readonly pages: ReadonlyMap<string, string>;
  /** Files that are copied next to the pages, such as pictures. */
  readonly copied: Set<string>;
}

/**
 * Replaces links between files of the repository by links between pages. A link to another file of `docs/` gets a copy
 * of it. A link to any other file becomes plain text, because the site does not contain that file.
 */
export function rewriteLinks(markdown: string, file: string, targets: LinkTargets): string {
  return outsideOfCode(markdown, (text) =>
    text.replaceAll(LINK, (whole, mark: string, words: string, target: string) => {
      if (/^(?:[a-z]+:|#|\/)/.test(target)) return whole;
      const [path = "", anchor] = target.split("#");
      const wanted = posix.join(posix.dirname(file), path);
      const page = targets.pages.get(wanted);
      const suffix = anchor === undefined ? "" : `#${anchor}`;
      if (page !== undefined) return `${mark}[${words}](${addressOf(page)}${suffix})`;
      if (!wanted.startsWith("docs/")) return words;
      targets.copied.add(wanted);
      return `${mark}[${words}](${BASE}/${wanted.slice("docs/".length)})`;
    }),
  );
}
