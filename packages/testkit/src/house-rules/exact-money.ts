import { dottedName, isNode, walk, type ParsedFile, type SyntaxNode } from "./syntax.ts";
import { violationAt, type Violation } from "./violation.ts";

const floatFunctions = ["parseFloat", "Number", "Number.parseFloat", "Math.round"];

/** Members and parameters of these names hold money or a billable quantity. */
const amountName = /(^|[a-z])(amount|price|total|subtotal|quantity|balance|spend|tax|fee)$/i;

/** Floats where the engine may have none: conversions to one, arithmetic printed with decimals, amounts typed `number`. */
export function findFloats(files: readonly ParsedFile[]): Violation[] {
  return files.flatMap((file) => {
    const found: Violation[] = [];
    walk(file.program, (node) => {
      const float = floatIn(node);
      if (float !== undefined) found.push(violationAt(file, node.start, float));
    });
    return found;
  });
}

function floatIn(node: SyntaxNode): string | undefined {
  if (node.type === "CallExpression") {
    const name = dottedName(node["callee"]);
    if (name !== undefined && floatFunctions.includes(name)) return `${name}(…)`;
    if (isPrintedNumber(node["callee"])) return "toFixed on a number";
  }
  if (node.type === "UnaryExpression" && node["operator"] === "+" && !isLiteral(node["argument"])) return "unary +";
  const name = nameOf(node);
  if (name !== undefined && amountName.test(name) && isTypedNumber(node)) return `${name}: number`;
  return undefined;
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
