import { readFile, stat } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { CommandError } from "../command.ts";
import { findInLiteral } from "./literal-places.ts";
import type { Source } from "./source.ts";

/** Runs a TypeScript or JavaScript file and reads its default export. */
export async function readTypeScript(path: string): Promise<Source> {
  const name = basename(path);
  const program = await readFile(path, "utf8");
  const value = plain(name, await defaultExport(path, name));
  return {
    name,
    value,
    locate(wanted, part) {
      const place = findInLiteral(program, wanted);
      return place === undefined ? null : positionOf(program, part === "name" ? place.nameAt : place.valueAt);
    },
    // A number of a program has no text. Types and messages ask for decimals as text.
    numberText: () => undefined,
  };
}

async function defaultExport(path: string, name: string): Promise<unknown> {
  try {
    // The time of the change makes a changed file a new module within one process.
    const { mtimeMs } = await stat(path);
    const module = (await import(`${pathToFileURL(resolve(path)).href}?changed=${mtimeMs}`)) as { default?: unknown };
    if (module.default !== undefined) return module.default;
  } catch (cause) {
    throw new CommandError(`${name} cannot be loaded: ${reasonOf(cause)}`, 1, { cause });
  }
  throw new CommandError(`${name} has no default export. Write: export default defineCatalog({ … });`);
}

function reasonOf(cause: unknown): string {
  const { code, message } =
    cause instanceof Error ? (cause as NodeJS.ErrnoException) : { code: "", message: String(cause) };
  if (code === "ERR_MODULE_NOT_FOUND" && message.includes("@counterfoil/sdk")) {
    return "the package @counterfoil/sdk is not installed. Run npm install @counterfoil/sdk in the folder of the file.";
  }
  if (code === "ERR_UNKNOWN_FILE_EXTENSION") {
    return `Node ${process.versions.node} does not run TypeScript. Use Node 22.18 or later, or a YAML file.`;
  }
  return message;
}

/** JSON only: a function or a date in a catalog is a mistake that would otherwise disappear. */
function plain(name: string, value: unknown, path = ""): unknown {
  if (value === null || ["string", "number", "boolean", "undefined"].includes(typeof value)) return value;
  if (Array.isArray(value)) return value.map((element, index) => plain(name, element, `${path}[${index}]`));
  const prototype: unknown = typeof value === "object" ? Object.getPrototypeOf(value) : undefined;
  if (prototype !== Object.prototype && prototype !== null) {
    throw new CommandError(`${name}  ${path === "" ? "The default export" : path.slice(1)} is not plain data.`);
  }
  const members = Object.entries(value as object).filter(([, member]) => member !== undefined);
  return Object.fromEntries(members.map(([key, member]) => [key, plain(name, member, `${path}.${key}`)]));
}

function positionOf(text: string, offset: number) {
  const before = text.slice(0, offset).split("\n");
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
