import { unreachable } from "../../assertions.ts";
import type { ExpressionNode } from "./syntax.ts";

/**
 * The most factors that may be multiplied with one another, quotients included. With ten of them the largest quantities still
 * come to a number of fewer than 1,000 digits, which is what a decimal reads back.
 */
export const maximumDegree = 10;

/** How many factors the longest product in an expression has: 1 for `calls`, 2 for `calls * price`, 2 for `a * b + c * d`. */
export function degreeOf(node: ExpressionNode): number {
  switch (node.kind) {
    case "number":
    case "name":
      return 1;
    case "negation":
      return degreeOf(node.operand);
    case "binary": {
      const [left, right] = [degreeOf(node.left), degreeOf(node.right)];
      return node.operator === "*" || node.operator === "/" ? left + right : Math.max(left, right);
    }
    case "call":
      return Math.max(...node.operands.map(degreeOf));
    case "choice":
      return Math.max(...[node.condition.left, node.condition.right, node.whenTrue, node.whenFalse].map(degreeOf));
    default:
      return unreachable(node);
  }
}
