import { unreachable } from "../../assertions.ts";
import type { ExpressionNode } from "./syntax.ts";

/**
 * The maximum number of factors in one product, quotients included. With ten of them, the largest quantities still give
 * a number with fewer than 1,000 digits, which is what a decimal can read.
 */
export const maximumDegree = 10;

/**
 * The number of factors in an expression's longest product: 1 for `calls`, 2 for `calls * price`, 2 for `a * b + c *
 * d`.
 */
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
