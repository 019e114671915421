import type { Decimal } from "@counterfoil/engine";
import type { ExplainedStep } from "./explained-line.ts";

/** A step whose words end in its result. */
export function step(kind: string, words: string, result: Decimal, operands: Record<string, Decimal>): ExplainedStep {
  return {
    kind,
    text: `${words} = ${text(result)}`,
    operands: Object.fromEntries(Object.entries(operands).map(([name, operand]) => [name, text(operand)])),
    result: text(result),
  };
}

/** Without trailing zeros: one text for one value. */
export function text(value: Decimal): string {
  return value.toCanonical();
}
