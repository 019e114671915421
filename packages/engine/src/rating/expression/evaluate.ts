import { unreachable } from "../../assertions.ts";
import type { Decimal } from "../../decimal/decimal.ts";
import type { RatingNote } from "../rating.ts";
import { evaluationStep, type EvaluationStep } from "../step.ts";
import type { Operator } from "./operator.ts";
import type { ComparisonNode, ExpressionNode } from "./syntax.ts";

/** The value of an expression, with each operation that led to it. */
interface Evaluation {
  readonly result: Decimal;
  readonly steps: readonly EvaluationStep[];
  readonly notes: readonly RatingNote[];
}

/** Evaluates the expression. `valueOf` returns the quantity of a metric or the value of a constant. */
export function evaluate(node: ExpressionNode, valueOf: (name: string) => Decimal): Evaluation {
  const steps: EvaluationStep[] = [];
  const notes: RatingNote[] = [];

  function operate(label: string, operator: Operator, operands: readonly Decimal[]): Decimal {
    const step = evaluationStep(label, operator, operands);
    if (operator === "/" && operands[1]?.isZero()) {
      notes.push({ code: "division_by_zero", detail: `${label} divides by zero and is taken as 0.` });
    }
    steps.push(step);
    return step.result;
  }

  function valueOfComparison({ source, operator, left, right }: ComparisonNode): Decimal {
    return operate(source, operator, [valueOfNode(left), valueOfNode(right)]);
  }

  function valueOfNode(current: ExpressionNode): Decimal {
    switch (current.kind) {
      case "number":
        return current.value;
      case "name":
        return operate(current.source, "input", [valueOf(current.name)]);
      case "negation":
        return operate(current.source, "negate", [valueOfNode(current.operand)]);
      case "binary":
        return operate(current.source, current.operator, [valueOfNode(current.left), valueOfNode(current.right)]);
      case "call":
        return operate(current.source, current.functionName, current.operands.map(valueOfNode));
      case "choice": {
        const condition = valueOfComparison(current.condition);
        const chosen = valueOfNode(condition.isZero() ? current.whenFalse : current.whenTrue);
        return operate(current.source, "if", [condition, chosen]);
      }
      default:
        return unreachable(current);
    }
  }

  return { result: valueOfNode(node), steps, notes };
}

/** Every name in the expression, once, in order of first appearance. */
export function namesIn(node: ExpressionNode): string[] {
  return [...new Set(collectNames(node))];
}

function collectNames(node: ExpressionNode): string[] {
  switch (node.kind) {
    case "number":
      return [];
    case "name":
      return [node.name];
    case "negation":
      return collectNames(node.operand);
    case "binary":
      return [node.left, node.right].flatMap(collectNames);
    case "call":
      return node.operands.flatMap(collectNames);
    case "choice":
      return [node.condition.left, node.condition.right, node.whenTrue, node.whenFalse].flatMap(collectNames);
    default:
      return unreachable(node);
  }
}
