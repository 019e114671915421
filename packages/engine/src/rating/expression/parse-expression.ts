import { invariant } from "../../assertions.ts";
import { Decimal } from "../../decimal/decimal.ts";
import { comparisonOperators, functionNames, type FunctionName } from "./operator.ts";
import {
  maximumExpressionDepth,
  maximumExpressionLength,
  maximumExpressionOperations,
  type ComparisonNode,
  type ExpressionError,
  type ExpressionNode,
} from "./syntax.ts";
import { tokenize, type Token } from "./tokenize.ts";

type ParsedExpression =
  { readonly ok: true; readonly node: ExpressionNode } | { readonly ok: false; readonly error: ExpressionError };

/**
 * Parses an arithmetic expression. No part of it is ever run as code.
 *
 *     sum        := product (("+" | "-") product)*
 *     product    := sign (("*" | "/") sign)*
 *     sign       := "-" sign | value
 *     value      := number | name | "(" sum ")" | function "(" sum ("," sum)* ")" | "if" "(" comparison "," sum "," sum ")"
 *     comparison := sum ("<" | "<=" | ">" | ">=" | "==" | "!=") sum
 */
export function parseExpression(source: string): ParsedExpression {
  if (source.length > maximumExpressionLength) {
    const detail = `an expression must have at most ${maximumExpressionLength} characters`;
    return { ok: false, error: { position: maximumExpressionLength + 1, detail } };
  }
  const tokens = tokenize(source);
  return Array.isArray(tokens) ? new Parser(source, tokens).parse() : { ok: false, error: tokens };
}

/** After an error, the parser moves to the end of the text, where every rule stops. It reports the first error. */
class Parser {
  private readonly source: string;
  private readonly tokens: readonly Token[];
  private position = 0;
  private depth = 0;
  private operations = 0;
  private error: ExpressionError | undefined;

  constructor(source: string, tokens: readonly Token[]) {
    this.source = source;
    this.tokens = tokens;
  }

  parse(): ParsedExpression {
    const node = this.sum();
    if (this.current().kind !== "end") this.fail(`expected an operator, not "${this.current().text}"`);
    return this.error === undefined ? { ok: true, node } : { ok: false, error: this.error };
  }

  private sum(): ExpressionNode {
    const { start } = this.current();
    let left = this.product();
    for (let operator = this.take("+", "-"); operator !== undefined; operator = this.take("+", "-")) {
      this.countOperation();
      left = { kind: "binary", operator, left, right: this.product(), source: this.sourceFrom(start) };
    }
    return left;
  }

  private product(): ExpressionNode {
    const { start } = this.current();
    let left = this.sign();
    for (let operator = this.take("*", "/"); operator !== undefined; operator = this.take("*", "/")) {
      this.countOperation();
      left = { kind: "binary", operator, left, right: this.sign(), source: this.sourceFrom(start) };
    }
    return left;
  }

  private sign(): ExpressionNode {
    const { start } = this.current();
    if (this.take("-") === undefined) return this.value();
    this.countOperation();
    const operand = this.nested(() => this.sign());
    return { kind: "negation", operand, source: this.sourceFrom(start) };
  }

  private value(): ExpressionNode {
    const token = this.current();
    if (token.kind === "number") return this.number(token);
    if (token.kind === "name") return this.nameOrCall(token);
    if (this.take("(") === undefined) return this.fail("expected a number, a name or a parenthesis");
    const inner = this.nested(() => this.sum());
    this.expect(")");
    // The parentheses belong to the source of their content.
    return { ...inner, source: this.sourceFrom(token.start) };
  }

  private number(token: Token): ExpressionNode {
    const value = Decimal.parse(token.text);
    if (value === undefined || token.text.length > 60) return this.fail("the number has too many digits");
    this.position += 1;
    return { kind: "number", value, source: token.text };
  }

  private nameOrCall(token: Token): ExpressionNode {
    this.position += 1;
    const functionName = functionNames.find((name) => name === token.text);
    if (functionName !== undefined) return this.call(functionName, token.start);
    if (this.current().text === "(")
      return this.fail(`there is no function "${token.text}"; use ${functionNames.join(", ")}`);
    return { kind: "name", name: token.text, source: token.text };
  }

  private call(functionName: FunctionName, start: number): ExpressionNode {
    this.countOperation();
    this.expect("(");
    const node = this.nested(() => (functionName === "if" ? this.choice() : this.operandsOf(functionName)));
    this.expect(")");
    return { ...node, source: this.sourceFrom(start) };
  }

  private choice(): ExpressionNode {
    const condition = this.comparison();
    this.expect(",");
    const whenTrue = this.sum();
    this.expect(",");
    return { kind: "choice", condition, whenTrue, whenFalse: this.sum(), source: "" };
  }

  private comparison(): ComparisonNode {
    const { start } = this.current();
    const left = this.sum();
    const operator = this.take(...comparisonOperators);
    if (operator === undefined) this.fail(`expected a comparison: ${comparisonOperators.join(" ")}`);
    this.countOperation();
    return { operator: operator ?? "==", left, right: this.sum(), source: this.sourceFrom(start) };
  }

  private operandsOf(functionName: Exclude<FunctionName, "if">): ExpressionNode {
    const operands = [this.sum()];
    while (this.take(",") !== undefined) operands.push(this.sum());
    const takesManyOperands = functionName === "min" || functionName === "max";
    if (!takesManyOperands && !areRoundingOperands(operands)) {
      this.fail(`${functionName} takes a value and optionally a number of decimals from 0 to 18`);
    }
    return { kind: "call", functionName, operands, source: "" };
  }

  /** Reads one level deeper, or reports that the expression is nested too deeply. */
  private nested(read: () => ExpressionNode): ExpressionNode {
    if (this.depth === maximumExpressionDepth)
      return this.fail(`at most ${maximumExpressionDepth} nested levels are allowed`);
    this.depth += 1;
    const node = read();
    this.depth -= 1;
    return node;
  }

  private countOperation(): void {
    this.operations += 1;
    if (this.operations > maximumExpressionOperations) {
      this.fail(`at most ${maximumExpressionOperations} operators and functions are allowed`);
    }
  }

  private current(): Token {
    const token = this.tokens[this.position];
    invariant(token !== undefined, "the last token is the end");
    return token;
  }

  /** Consumes the next symbol if it is one of these. */
  private take<Symbol extends string>(...symbols: readonly Symbol[]): Symbol | undefined {
    const { kind, text } = this.current();
    const symbol = kind === "symbol" ? symbols.find((candidate) => candidate === text) : undefined;
    if (symbol !== undefined) this.position += 1;
    return symbol;
  }

  private expect(symbol: string): void {
    if (this.take(symbol) === undefined) this.fail(`expected "${symbol}"`);
  }

  private fail(detail: string): ExpressionNode {
    this.error ??= { position: this.current().start + 1, detail };
    this.position = this.tokens.length - 1;
    return { kind: "number", value: Decimal.zero, source: "" };
  }

  /** The text from an offset to the end of the last token that was read. */
  private sourceFrom(start: number): string {
    return this.source.slice(start, this.tokens[this.position - 1]?.end);
  }
}

const mostDecimals = Decimal.of("18");

function areRoundingOperands(operands: readonly ExpressionNode[]): boolean {
  const [, places] = operands;
  if (places === undefined) return true;
  const isLiteral = places.kind === "number" && places.value.isWhole() && places.value.compare(mostDecimals) <= 0;
  return isLiteral && operands.length === 2;
}
