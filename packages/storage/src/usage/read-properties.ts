import { Decimal, type Properties } from "@counterfoil/engine";
import { parseExactJson } from "./exact-json.ts";

/**
 * Properties as the engine reads them. A number too long for a float becomes text with its plain digits, which is the
 * same decimal.
 */
export function readProperties(text: string): Properties {
  return parseExactJson(text, (digits) => Decimal.parse(digits)?.toCanonical() ?? digits) as Properties;
}
