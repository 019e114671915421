import { Decimal } from "@counterfoil/engine";
import { parseExactJson } from "@counterfoil/storage";
import { DomainError } from "../errors/index.ts";
import { misreadName } from "../misread-name.ts";

/** A number that a float would change: its value with all digits, undefined when it is beyond any use. */
export class ExactNumber {
  readonly value: Decimal | undefined;
  /** As it was sent. */
  readonly digits: string;

  constructor(digits: string) {
    this.digits = digits;
    this.value = Decimal.parse(digits);
  }
}

/** Parses events without losing a digit. A 400 that names `what` was to be JSON and is not, and `where` in it. */
export function parseEventJson(text: string, what: "body" | "line", where = ""): unknown {
  const refusal = misreadName(text);
  if (refusal !== undefined) throw refusal;
  try {
    return parseExactJson(text, (digits) => new ExactNumber(digits));
  } catch (error) {
    const reason = error instanceof SyntaxError ? error.message : "It is nested too deep.";
    throw new DomainError("malformed_request", `The ${what} is not JSON${where}. ${reason}`, [], { cause: error });
  }
}
