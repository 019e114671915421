import { dottedName, isNode, walk, type ParsedFile, type SyntaxNode } from "./syntax.ts";
import { violationAt, type Violation } from "./violation.ts";

const floatFunctions = ["parseFloat", "Number", "Number.parseFloat", "Math.round"];

/** Members and parameters with these names contain money or a billable quantity. */
const amountName = /(^|[a-z])(amount|price|total|subtotal|quantity|balance|spend|tax|fee)$/i;

/**
 * Floats in the engine, which may have none: conversions to float, numbers printed with decimals, amounts typed
 * `number`.
 */
export function findFloats(files: readonly ParsedFile[]): Violation[] {
  return findNodes(files, (node) => conversionIn(node) ?? printedFloatIn(node) ?? typedFloatIn(node));
}

/**
 * Floats that contain an amount in the rest of the product, where other numbers are allowed: conversions of a value
 * with the name of an amount, and amounts typed `number`.
 */
export function findFloatAmounts(files: readonly ParsedFile[]): Violation[] {
  return findNodes(files, (node) => {
    const conversion = conversionIn(node);
    return conversion !== undefined && isAmount(convertedBy(node)) ? conversion : typedFloatIn(node);
  });
}

function findNodes(files: readonly ParsedFile[], find: (node: SyntaxNode) => string | undefined): Violation[] {
  return files.flatMap((file) => {
    const found: Violation[] = [];
    walk(file.program, (node) => {
      const float = find(node);
      if (float !== undefined) found.push(violationAt(file, node.start, float));
    });
    return found;
  });
}

/** A call or an operator that converts a string to a number. */
function conversionIn(node: SyntaxNode): string | undefined {
  if (node.type === "UnaryExpression" && node["operator"] === "+" && !isLiteral(node["argument"])) return "unary +";
  if (node.type !== "CallExpression") return undefined;
  const name = dottedName(node["callee"]);
  return name !== undefined && floatFunctions.includes(name) ? `${name}(…)` : undefined;
}

/** The operand of a conversion. */
function convertedBy(node: SyntaxNode): unknown {
  const callArguments = node["arguments"];
  return Array.isArray(callArguments) ? callArguments[0] : node["argument"];
}

/** Whether an expression has the name of an amount: `total`, `line.totalPrice`, `price?.amount`. */
function isAmount(expression: unknown): boolean {
  if (!isNode(expression)) return false;
  if (expression.type === "ChainExpression") return isAmount(expression["expression"]);
  const named = expression.type === "MemberExpression" ? expression["property"] : expression;
  const name = dottedName(named);
  return name !== undefined && amountName.test(name);
}

function printedFloatIn(node: SyntaxNode): string | undefined {
  return node.type === "CallExpression" && isPrintedNumber(node["callee"]) ? "toFixed on a number" : undefined;
}

function typedFloatIn(node: SyntaxNode): string | undefined {
  const name = nameOf(node);
  return name !== undefined && amountName.test(name) && isTypedNumber(node) ? `${name}: number` : undefined;
}

/** `Decimal` has its own `toFixed`. That of a literal, a calculation or a call of Math belongs to a float. */
function isPrintedNumber(callee: unknown): boolean {
  if (!isNode(callee) || callee.type !== "MemberExpression" || dottedName(callee["property"]) !== "toFixed")
    return false;
  let object = callee["object"];
  while (isNode(object) && object.type === "ParenthesizedExpression") object = object["expression"];
  if (!isNode(object)) return false;
  if (object.type === "CallExpression") return dottedName(object["callee"])?.startsWith("Math.") ?? false;
  return isLiteral(object) || object.type === "BinaryExpression" || object.type === "UnaryExpression";
}

function isLiteral(node: unknown): boolean {
  return isNode(node) && node.type === "Literal";
}

function nameOf(node: SyntaxNode): string | undefined {
  if (node.type === "TSPropertySignature" || node.type === "PropertyDefinition") return dottedName(node["key"]);
  return node.type === "Identifier" ? String(node["name"]) : undefined;
}

function isTypedNumber(node: SyntaxNode): boolean {
  const annotation = node["typeAnnotation"];
  const type = isNode(annotation) ? annotation["typeAnnotation"] : undefined;
  return isNode(type) && type.type === "TSNumberKeyword";
}
