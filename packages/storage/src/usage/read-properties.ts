import { Decimal, type Properties } from "@counterfoil/engine";
import { parseExactJson } from "./exact-json.ts";

/** Properties as the engine reads them: a number too long for a float becomes its plain digits as text, the same decimal. */
export function readProperties(text: string): Properties {
  return parseExactJson(text, (digits) => Decimal.parse(digits)?.toCanonical() ?? digits) as Properties;
}
