import { dottedName, isNode, walk, type ParsedFile, type SyntaxNode } from "./syntax.ts";
import { violationAt, type Violation } from "./violation.ts";

const floatFunctions = ["parseFloat", "Number", "Number.parseFloat", "Math.round"];

/** Members and parameters of these names hold money or a billable quantity. */
const amountName = /(^|[a-z])(amount|price|total|subtotal|quantity|balance|spend|tax|fee)$/i;

/** Floats where the engine may have none: conversions to one, arithmetic printed with decimals, amounts typed `number`. */
export function findFloats(files: readonly ParsedFile[]): Violation[] {
  return findNodes(files, (node) => conversionIn(node) ?? printedFloatIn(node) ?? typedFloatIn(node));
}

/**
 * Floats that hold an amount elsewhere in the product, where numbers also count things: conversions of what is named as an amount, and
 * amounts typed `number`.
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

/** A call or an operator that makes a number of a text. */
function conversionIn(node: SyntaxNode): string | undefined {
  if (node.type === "UnaryExpression" && node["operator"] === "+" && !isLiteral(node["argument"])) return "unary +";
  if (node.type !== "CallExpression") return undefined;
  const name = dottedName(node["callee"]);
  return name !== undefined && floatFunctions.includes(name) ? `${name}(…)` : undefined;
}

/** What a conversion converts. */
function convertedBy(node: SyntaxNode): unknown {
  const callArguments = node["arguments"];
  return Array.isArray(callArguments) ? callArguments[0] : node["argument"];
}

/** Whether an expression is named as an amount: `total`, `line.totalPrice`, `price?.amount`. */
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

/** `Decimal` has a `toFixed` of its own; that of a literal, a calculation or a call of Math is a float's. */
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
