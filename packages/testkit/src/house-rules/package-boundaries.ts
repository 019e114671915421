import { posix } from "node:path";
import type { ParsedFile } from "./syntax.ts";
import { violationAt, type Violation } from "./violation.ts";

const everything = [
  "engine",
  "einvoice",
  "storage",
  "documents",
  "service",
  "http",
  "sdk",
  "dashboard",
  "worker",
  "cli",
  "testkit",
];

/** Which of our packages the source of each may import (ARCHITECTURE.md). */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  engine: [],
  einvoice: ["engine"],
  storage: ["engine"],
  documents: ["engine"],
  service: ["engine", "einvoice", "storage", "documents"],
  http: ["engine", "service"],
  // Runs on other people's machines: it knows the interface, and nothing of what answers.
  sdk: [],
  // The client is its only door to the server.
  dashboard: ["sdk"],
  worker: ["engine", "service"],
  cli: everything.filter((name) => name !== "testkit" && name !== "dashboard"),
  testkit: everything.filter((name) => name !== "dashboard"),
};

/** The engine's only dependency: pure means no input, no output, no clock. */
const engineDependencies = ["temporal-polyfill"];

/** Imports that cross a boundary between packages, or leave a package by its files instead of by its name. */
export function findBoundaryViolations(files: readonly ParsedFile[]): Violation[] {
  return files.flatMap((file) =>
    file.imports.flatMap(({ from, start }) => {
      const broken = brokenBoundary(file.path, from);
      return broken === undefined ? [] : [violationAt(file, start, broken)];
    }),
  );
}

/** What of the client runs in Node only; the rest runs in browsers as well. */
function isForNode(path: string): boolean {
  return path === "packages/sdk/src/node.ts" || path.startsWith("packages/sdk/src/spool/");
}

function brokenBoundary(path: string, from: string): string | undefined {
  const own = path.split("/")[1] ?? "";
  const allowed = mayImport[own];
  if (allowed === undefined) return `the package ${own} has no line in the rule of package boundaries`;
  if (from.startsWith(".")) {
    const target = posix.join(posix.dirname(path), from);
    return target.startsWith(`packages/${own}/`) ? undefined : `reaches out of its package: ${from}`;
  }
  const ours = /^@counterfoil\/([^/]+)(\/.*)?$/.exec(from);
  if (ours !== null) {
    const [, name = "", deep = ""] = ours;
    if (deep.startsWith("/src")) return `goes past the entry of its neighbour: ${from}`;
    return allowed.includes(name) ? undefined : `${own} may not import ${from}`;
  }
  if (own === "engine" && !engineDependencies.includes(from)) return `the engine may not import ${from}`;
  if (own === "sdk" && !(from.startsWith("node:") && isForNode(path))) return `the client may not import ${from}`;
  if (own === "einvoice") return `einvoice may import the engine only, not ${from}`;
  return undefined;
}
