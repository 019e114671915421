import { posix } from "node:path";
import { isNode, type ParsedFile, type SyntaxNode, walk } from "./syntax.ts";

const SERVICE = "packages/service/src/";
const TESTS = "packages/service/test/";

/**
 * Files of service that make a decision without reading or writing, and that no test of service imports: only stories
 * test the decision, or nothing does. A decision is a branch (`if`, `?:`, `switch`, `??`, `&&`) in a file without
 * `async` and `await`.
 */
export function findUntestedDecisions(files: readonly ParsedFile[]): string[] {
  const tested = new Set(
    files
      .filter(({ path }) => path.startsWith(TESTS) && path.endsWith(".test.ts"))
      .flatMap(({ path, imports }) => imports.map(({ from }) => posix.join(posix.dirname(path), from))),
  );
  return files
    .filter((file) => isDecision(file) && !tested.has(file.path))
    .map(({ path }) => path.slice(SERVICE.length))
    .toSorted();
}

/** Whether a file of service makes a decision without reading or writing. */
export function isDecision({ path, program }: ParsedFile): boolean {
  if (!path.startsWith(SERVICE) || path.endsWith("/index.ts")) return false;
  let [chooses, waits] = [false, false];
  walk(program, (node) => {
    chooses ||= CHOICES.has(node.type);
    waits ||= isWaiting(node);
  });
  return chooses && !waits;
}

const CHOICES: ReadonlySet<string> = new Set([
  "IfStatement",
  "ConditionalExpression",
  "SwitchStatement",
  "LogicalExpression",
]);

function isWaiting(node: SyntaxNode): boolean {
  if (node.type === "AwaitExpression" || node["async"] === true) return true;
  const name = node.type === "TSTypeReference" && isNode(node["typeName"]) ? node["typeName"]["name"] : undefined;
  return name === "Promise";
}
