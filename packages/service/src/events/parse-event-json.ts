import { Decimal } from "@counterfoil/engine";
import { parseExactJson } from "@counterfoil/storage";
import { DomainError } from "../errors/index.ts";
import { misreadName } from "../misread-name.ts";

/** A number that a float would change: its exact value, or undefined if it is far out of bounds. */
export class ExactNumber {
  readonly value: Decimal | undefined;
  /** The digits as sent. */
  readonly digits: string;

  constructor(digits: string) {
    this.digits = digits;
    this.value = Decimal.parse(digits);
  }
}

/**
 * Parses events without losing a digit. Throws a 400 if the text is not JSON; `what` and `where` say which text in the
 * message.
 */
export function parseEventJson(text: string, what: "body" | "line" | "record", where = ""): unknown {
  const refusal = misreadName(text);
  if (refusal !== undefined) throw refusal;
  try {
    return parseExactJson(text, (digits) => new ExactNumber(digits));
  } catch (error) {
    const reason = error instanceof SyntaxError ? error.message : "It is nested too deeply.";
    throw new DomainError("malformed_request", `The ${what} is not valid JSON${where}. ${reason}`, [], {
      cause: error,
    });
  }
}
