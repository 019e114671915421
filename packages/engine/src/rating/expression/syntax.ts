import type { Decimal } from "../../decimal/decimal.ts";
import type { ComparisonOperator, FunctionName } from "./operator.ts";

/** The parsed form of an expression. Each node has its own source text, which labels its step. */
export type ExpressionNode =
  | { readonly kind: "number"; readonly source: string; readonly value: Decimal }
  | { readonly kind: "name"; readonly source: string; readonly name: string }
  | { readonly kind: "negation"; readonly source: string; readonly operand: ExpressionNode }
  | BinaryNode
  | CallNode
  | ChoiceNode;

interface BinaryNode {
  readonly kind: "binary";
  readonly source: string;
  readonly operator: "+" | "-" | "*" | "/";
  readonly left: ExpressionNode;
  readonly right: ExpressionNode;
}

interface CallNode {
  readonly kind: "call";
  readonly source: string;
  readonly functionName: Exclude<FunctionName, "if">;
  readonly operands: readonly ExpressionNode[];
}

/** `if(condition, whenTrue, whenFalse)`: only the chosen branch is evaluated. */
interface ChoiceNode {
  readonly kind: "choice";
  readonly source: string;
  readonly condition: ComparisonNode;
  readonly whenTrue: ExpressionNode;
  readonly whenFalse: ExpressionNode;
}

export interface ComparisonNode {
  readonly source: string;
  readonly operator: ComparisonOperator;
  readonly left: ExpressionNode;
  readonly right: ExpressionNode;
}

/** Where the text is no longer a valid expression, for the person who wrote it. */
export interface ExpressionError {
  /** From 1, like column numbers in editors. */
  readonly position: number;
  readonly detail: string;
}

/** The maximum length of an expression, in characters. */
export const maximumExpressionLength = 1_000;

/** The maximum nesting of parentheses, functions and signs. */
export const maximumExpressionDepth = 20;

/** The maximum number of operators and functions in one expression. It limits the number of digits in a product. */
export const maximumExpressionOperations = 100;
