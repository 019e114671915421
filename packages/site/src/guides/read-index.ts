import { posix } from "node:path";
import type { Source } from "./sources.ts";

/** A section of the index: the sidebar has the same. */
export interface Section {
  readonly title: string;
  readonly entries: readonly Entry[];
}

export interface Entry {
  readonly label: string;
  readonly path: string;
  /** What a reader can do with the page. */
  readonly text: string;
}

/** Reads the sections of docs/README.md: a heading, and a table whose first column links to pages. */
export function readIndex(sources: readonly Source[]): Section[] {
  const index = sources.find(({ path }) => path === "");
  if (index === undefined) throw new Error("docs/README.md is missing.");
  const pages = new Map(sources.map(({ file, path }) => [file, path]));
  const sections = index.text.split(/^## /m).slice(1);
  return sections.map((section) => {
    const title = section.slice(0, section.indexOf("\n"));
    const rows = section.split("\n").filter((line) => line.startsWith("| ["));
    return { title, entries: rows.flatMap((row) => readRow(row, pages)) };
  });
}

/** `| [Reliability](reliability.md), [kills](reliability-kills.md) | How the test suite … |` */
function readRow(row: string, pages: ReadonlyMap<string, string>): Entry[] {
  const [, links = "", text = ""] = row.split("|").map((cell) => cell.trim());
  return [...links.matchAll(/\[([^\]]+)\]\(([^)]+)\)/g)].map(([, label = "", target = ""]) => {
    const path = pages.get(posix.join("docs", target));
    if (path === undefined) throw new Error(`docs/README.md links to ${target}, which is not a page.`);
    return { label: label.slice(0, 1).toUpperCase() + label.slice(1), path, text };
  });
}
