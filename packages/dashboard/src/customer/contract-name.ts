import type { Words } from "./words/words.ts";

/** The name of a contract: the seller's, or a generic name in the reader's language if it has none. */
export function contractName(name: string, words: Words): string {
  return name === UNNAMED ? words.subscription : name;
}

/** The server's name for a contract without a plan and a name (`UNNAMED_CONTRACT` of `packages/documents`). */
const UNNAMED = "Subscription";
