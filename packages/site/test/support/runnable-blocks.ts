import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

const docs = join(import.meta.dirname, "../../../../docs");

/** A block of a document that is marked ```` ```sh runnable ````. */
export interface RunnableBlock {
  /** `invoices.md` */
  readonly document: string;
  /** The line on which the block starts. */
  readonly line: number;
  readonly script: string;
  /** `issued` for a block that needs an issued invoice instead of a draft. */
  readonly state: string | undefined;
}

/** Every marked block, in the order of the documents. */
export function runnableBlocks(): RunnableBlock[] {
  return globSync("**/*.md", { cwd: docs }).toSorted().flatMap(blocksOf);
}

function blocksOf(document: string): RunnableBlock[] {
  const text = readFileSync(join(docs, document), "utf8");
  return [...text.matchAll(/^```sh runnable(?: (?<state>\w+))?\n(?<script>[^]*?)^```$/gm)].map(({ index, groups }) => ({
    document,
    line: text.slice(0, index).split("\n").length,
    script: groups?.["script"] ?? "",
    state: groups?.["state"],
  }));
}
