import { isRightToLeft, languageOf } from "../locale/languages.ts";

/**
 * "US$" holds letters of one direction and a sign of none: where lines run from right to left, the sign would change sides. A mark
 * behind it, which nobody sees, keeps it with its letters.
 */
export function unitInOrder(amount: string, locale: string): string {
  return isRightToLeft(languageOf(locale)) ? amount.replaceAll(/[A-Z]+[$¥£]/g, "$&\u200E") : amount;
}
