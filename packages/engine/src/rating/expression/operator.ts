import { invariant, unreachable } from "../../assertions.ts";
import { Decimal } from "../../decimal/decimal.ts";

/** Decimals of a quotient in an expression, rounded half away from zero. Everything else is exact. */
const quotientScale = 18;

export const comparisonOperators = ["<=", ">=", "==", "!=", "<", ">"] as const;

export type ComparisonOperator = (typeof comparisonOperators)[number];

export const functionNames = ["min", "max", "ceil", "floor", "round", "if"] as const;

export type FunctionName = (typeof functionNames)[number];

/** The operations of an expression. `input` is the unchanged quantity of a metric, or a constant. */
export type Operator = "input" | "+" | "-" | "*" | "/" | "negate" | ComparisonOperator | FunctionName;

/**
 * The result of one operation. A comparison returns 1 if it is true, otherwise 0. The operands of `if` are the
 * condition's 1 or 0 and the chosen value. `ceil`, `floor` and `round` (half away from zero) take a number of decimals
 * as second operand, 0 by default. A division by zero returns 0; the rating notes it.
 */
export function applyOperator(operator: Operator, operands: readonly Decimal[]): Decimal {
  const [first, second = Decimal.zero] = operands;
  invariant(first !== undefined, `${operator} has no operand`);
  switch (operator) {
    case "input":
      return first;
    case "+":
      return first.plus(second);
    case "-":
      return first.minus(second);
    case "*":
      return first.times(second);
    case "/":
      return second.isZero() ? Decimal.zero : first.dividedBy(second, quotientScale, "half_away_from_zero");
    case "negate":
      return first.negate();
    case "<":
      return truth(first.compare(second) < 0);
    case "<=":
      return truth(first.compare(second) <= 0);
    case ">":
      return truth(first.compare(second) > 0);
    case ">=":
      return truth(first.compare(second) >= 0);
    case "==":
      return truth(first.equals(second));
    case "!=":
      return truth(!first.equals(second));
    case "min":
      return operands.reduce((smallest, operand) => Decimal.min(smallest, operand));
    case "max":
      return operands.reduce((largest, operand) => Decimal.max(largest, operand));
    case "ceil":
      return first.round(decimalPlaces(second), "ceiling");
    case "floor":
      return first.round(decimalPlaces(second), "floor");
    case "round":
      return first.round(decimalPlaces(second), "half_away_from_zero");
    case "if":
      return second;
    default:
      return unreachable(operator);
  }
}

function truth(holds: boolean): Decimal {
  return holds ? Decimal.one : Decimal.zero;
}

function decimalPlaces(places: Decimal): number {
  return Number.parseInt(places.toCanonical(), 10);
}
