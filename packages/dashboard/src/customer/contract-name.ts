import type { Words } from "./words/words.ts";

/** The name of a contract: the seller's own, or our word in the reader's language where it was given none. */
export function contractName(name: string, words: Words): string {
  return name === UNNAMED ? words.subscription : name;
}

/** What the server calls a contract without a plan and a name (`UNNAMED_CONTRACT` of `packages/documents`). */
const UNNAMED = "Subscription";
