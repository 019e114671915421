import { languageOf } from "../locale/languages.ts";
import { wordsOf } from "../words/words-of.ts";

/** The name of a contract that has neither a plan nor a name. The API stores and shows it in English. */
export const UNNAMED_CONTRACT = "Subscription";

/** The name of a contract for customers: the seller's own name, or our word in the language of the locale. */
export function contractName(name: string, locale: string): string {
  return name === UNNAMED_CONTRACT ? wordsOf(languageOf(locale)).subscription : name;
}
