import { isRightToLeft, languageOf } from "../locale/languages.ts";

/**
 * "US$" contains letters, which have a direction, and a sign without one. In right-to-left text, the sign would move to
 * the other side. An invisible mark after it keeps it with its letters.
 */
export function unitInOrder(amount: string, locale: string): string {
  return isRightToLeft(languageOf(locale)) ? amount.replaceAll(/[A-Z]+[$¥£]/g, "$&\u200E") : amount;
}
