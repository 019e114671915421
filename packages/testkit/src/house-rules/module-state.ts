import { dottedName, isNode, type ParsedFile, type SyntaxNode, walk } from "./syntax.ts";
import { violationAt, type Violation } from "./violation.ts";

/**
 * Packages that keep no state between calls, except in their arguments. Shared state is created at start
 * (service/src/services.ts) or belongs to a database (storage/src/database/memory.ts).
 */
export function keepsNoState(path: string): boolean {
  return /^packages\/(service|http|storage|worker)\/src\//.test(path);
}

/** A file that may keep state, and why. */
export interface StatefulFile {
  readonly path: string;
  readonly reason: string;
}

const COLLECTIONS: ReadonlySet<string> = new Set(["Map", "Set", "WeakMap", "WeakSet"]);
const CHANGES: ReadonlySet<string> = new Set(["set", "add", "delete", "clear", "push", "pop", "shift", "splice"]);

/**
 * State that outlives a call without being passed to it: at the top of a module, a `let`, an empty collection, and a
 * constant that the module changes. A collection that is filled at its declaration and never changes is a constant.
 * `remembered` caches the results of pure functions (engine/src/remembered.ts).
 */
export function findModuleState(files: readonly ParsedFile[], exempt: readonly StatefulFile[] = []): Violation[] {
  return files
    .filter(({ path }) => !exempt.some((file) => file.path === path))
    .flatMap((file) => {
      const found: Violation[] = [];
      const names = new Set<string>();
      for (const declaration of topDeclarations(file)) {
        if (declaration.kind !== "const") found.push(violationAt(file, declaration.start, declaration.kind));
        for (const { name, value } of declaration.variables) {
          names.add(name);
          if (isEmptyCollection(value)) found.push(violationAt(file, declaration.start, `${name} starts empty`));
        }
      }
      walk(file.program, (node) => {
        const changed = changedName(node);
        if (changed !== undefined && names.has(changed))
          found.push(violationAt(file, node.start, `changes ${changed}`));
      });
      return found;
    });
}

interface TopDeclaration {
  readonly kind: string;
  readonly start: number;
  readonly variables: readonly { readonly name: string; readonly value: unknown }[];
}

function topDeclarations({ program }: ParsedFile): TopDeclaration[] {
  return program.body.flatMap((statement) => {
    const declared: unknown = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    if (!isNode(declared) || declared.type !== "VariableDeclaration" || declared["declare"] === true) return [];
    const variables = (declared["declarations"] as readonly SyntaxNode[]).map((one) => ({
      name: dottedName(one["id"]) ?? "",
      value: one["init"],
    }));
    return [{ kind: String(declared["kind"]), start: declared.start, variables }];
  });
}

function isEmptyCollection(value: unknown): boolean {
  if (!isNode(value) || value.type !== "NewExpression") return false;
  return COLLECTIONS.has(dottedName(value["callee"]) ?? "") && (value["arguments"] as unknown[]).length === 0;
}

/** `streams` in `streams.open += 1`, `delete streams.open` and `streams.push(one)`. */
function changedName(node: SyntaxNode): string | undefined {
  if (node.type === "AssignmentExpression") return memberOwner(node["left"]);
  if (node.type === "UpdateExpression") return memberOwner(node["argument"]);
  if (node.type === "UnaryExpression" && node["operator"] === "delete") return memberOwner(node["argument"]);
  if (node.type !== "CallExpression" || !isNode(node["callee"])) return undefined;
  const [owner, method, ...rest] = dottedName(node["callee"])?.split(".") ?? [];
  return rest.length === 0 && CHANGES.has(method ?? "") ? owner : undefined;
}

function memberOwner(target: unknown): string | undefined {
  if (!isNode(target) || target.type !== "MemberExpression") return undefined;
  const object = target["object"];
  return dottedName(object)?.split(".")[0];
}
