import type { Decimal } from "../../decimal/decimal.ts";
import type { ComparisonOperator, FunctionName } from "./operator.ts";

/** The parsed form of an expression. Each node carries its own source text, with which its step is labelled. */
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

/** Where the text stops being an expression, for the person who wrote it. */
export interface ExpressionError {
  /** From 1, as editors count. */
  readonly position: number;
  readonly detail: string;
}

/** The longest expression, in characters. */
export const maximumExpressionLength = 1_000;

/** The deepest nesting of parentheses, functions and signs. */
export const maximumExpressionDepth = 20;

/** The most operators and functions in one expression; it bounds how many digits a product can grow to. */
export const maximumExpressionOperations = 100;
