import { posix } from "node:path";
import {
  isNode,
  isPackageSource,
  parse,
  type ParsedFile,
  readRepository,
  walk,
} from "@counterfoil/testkit/house-rules";

const SERVICE = "packages/service/src/";

/** A top-level name of a file, with the names that its declaration uses. */
interface Declaration {
  readonly names: ReadonlySet<string>;
  /** It takes a context and opens its transactions; functions that take `Work` are parts of others. */
  readonly isWhole: boolean;
}

/** A file as the search for writers sees it. */
interface Module {
  readonly declarations: ReadonlyMap<string, Declaration>;
  /** Local name → path and name in one of our files, or only the name if it comes from storage. */
  readonly imported: ReadonlyMap<string, { readonly path: string | null; readonly name: string }>;
  readonly isExported: ReadonlySet<string>;
}

/**
 * The functions of the service that reach, by the names they use, one of the statements of storage. Errs on the side of
 * more: a mentioned name counts as called.
 * @param areas path prefixes below `service/src` to limit the search
 */
export function useCasesThatWrite(statements: ReadonlySet<string>, areas: readonly string[] = [""]): string[] {
  const files = readRepository((path) => path.startsWith(SERVICE) && path.endsWith(".ts")).map(parse);
  const modules = new Map(files.map((file) => [file.path, toModule(file)]));
  const found = new Map<string, boolean>();

  const faces = new Map(
    files.filter(({ path }) => path.endsWith("/index.ts")).map(({ path }) => [path, offered(files, path)]),
  );
  /** The file of a name imported from an area's face. */
  function behind(path: string, name: string): string {
    return faces.get(path)?.find(({ names }) => names?.includes(name))?.path ?? path;
  }

  function writes(path: string, name: string): boolean {
    const place = `${path}#${name}`;
    const known = found.get(place);
    if (known !== undefined) return known;
    // A recursive function writes where the rest of it does.
    found.set(place, false);
    const module = modules.get(path);
    const names = [...(module?.declarations.get(name)?.names ?? [])];
    const answer = names.some((one) => {
      const from = module?.imported.get(one);
      if (from !== undefined)
        return from.path === null ? statements.has(from.name) : writes(behind(from.path, from.name), from.name);
      return one !== name && module?.declarations.has(one) === true && writes(path, one);
    });
    found.set(place, answer);
    return answer;
  }

  const isAsked = ({ path }: { path: string }) => areas.some((area) => path.startsWith(SERVICE + area));
  const called = calledFromOutside();
  return offered(files)
    .filter(isAsked)
    .flatMap(({ path, names }) => {
      const exported = names ?? [...(modules.get(path)?.isExported ?? [])];
      const isWhole = (name: string) => modules.get(path)?.declarations.get(name)?.isWhole === true;
      return exported.filter((name) => called.has(name) && isWhole(name) && writes(path, name));
    });
}

/** What other packages import of the service; faces contain more. */
function calledFromOutside(): ReadonlySet<string> {
  const others = readRepository((path) => isPackageSource(path) && !path.startsWith(SERVICE)).map(parse);
  const imports = others.flatMap((file) => file.imports).filter(({ from }) => from === "@counterfoil/service");
  return new Set(imports.flatMap(({ names }) => names));
}

interface Offered {
  readonly path: string;
  /** Undefined if everything in the file is exported. */
  readonly names: readonly string[] | undefined;
}

/** What a face exports, and the faces that it exports as a whole. */
function offered(files: readonly ParsedFile[], face = `${SERVICE}index.ts`): Offered[] {
  const index = files.find(({ path }) => path === face);
  const passedOn: Offered[] = [];
  walk(index?.program, (node) => {
    if (!isNode(node["source"])) return;
    const path = posix.join(posix.dirname(face), String(node["source"]["value"]));
    if (node.type === "ExportAllDeclaration") {
      passedOn.push(...(path.endsWith("/index.ts") ? offered(files, path) : [{ path, names: undefined }]));
    }
    if (node.type !== "ExportNamedDeclaration") return;
    const specifiers = node["specifiers"] as { local: { name: string } }[];
    passedOn.push({ path, names: specifiers.map(({ local }) => local.name) });
  });
  return passedOn;
}

function toModule({ path, program, text }: ParsedFile): Module {
  const declarations = new Map<string, Declaration>();
  const imported = new Map<string, { path: string | null; name: string }>();
  const isExported = new Set<string>();
  for (const statement of program.body as unknown[]) {
    if (!isNode(statement)) continue;
    if (statement.type === "ImportDeclaration") {
      const from = String((statement["source"] as { value: string }).value);
      const target = from.startsWith(".") ? posix.join(posix.dirname(path), from) : null;
      if (target === null && from !== "@counterfoil/storage") continue;
      for (const one of statement["specifiers"] as { local: { name: string }; imported?: { name: string } }[]) {
        imported.set(one.local.name, { path: target, name: one.imported?.name ?? one.local.name });
      }
      continue;
    }
    const isPassedOn = statement.type === "ExportNamedDeclaration";
    const declaration = isPassedOn ? statement["declaration"] : statement;
    if (!isNode(declaration)) continue;
    const declared = (declaration["declarations"] as unknown[] | undefined) ?? [declaration];
    for (const one of declared) {
      const name = isNode(one) && isNode(one["id"]) ? String(one["id"]["name"]) : undefined;
      if (name === undefined) continue;
      const names = new Set<string>();
      walk(one, (node) => {
        if (node.type === "Identifier") names.add(String(node["name"]));
      });
      const isWhole = /^(async )?function \w+(<[^>]*>)?\(\s*context: \w*Context\b/.test(
        text.slice((one as { start: number }).start),
      );
      declarations.set(name, { names, isWhole });
      if (isPassedOn) isExported.add(name);
    }
  }
  return { declarations, imported, isExported };
}
