import type { Decimal } from "@counterfoil/engine";
import type { ExplainedStep } from "./explained-line.ts";

/** A step in words, with its result at the end. */
export function step(kind: string, words: string, result: Decimal, operands: Record<string, Decimal>): ExplainedStep {
  return {
    kind,
    text: `${words} = ${text(result)}`,
    operands: Object.fromEntries(Object.entries(operands).map(([name, operand]) => [name, text(operand)])),
    result: text(result),
  };
}

/** Without trailing zeros, so that equal values have equal text. */
export function text(value: Decimal): string {
  return value.toCanonical();
}
