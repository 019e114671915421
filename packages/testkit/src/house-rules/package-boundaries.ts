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
  "site",
  "worker",
  "cli",
  "testkit",
];

/** Which of our packages each package may import (ARCHITECTURE.md). */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  engine: [],
  einvoice: ["engine"],
  storage: ["engine"],
  documents: ["engine"],
  service: ["engine", "einvoice", "storage", "documents"],
  http: ["engine", "service"],
  // Runs on other people's machines: it knows the API, but no server code.
  sdk: [],
  // The client is its only access to the server.
  dashboard: ["sdk"],
  // Builds the documentation: error codes, and how the client names operations.
  site: ["service", "cli"],
  worker: ["engine", "service"],
  cli: everything.filter((name) => !["testkit", "dashboard", "site"].includes(name)),
  testkit: everything.filter((name) => name !== "dashboard" && name !== "site"),
};

/** The engine's only dependency. It is pure: no input, no output, no clock. */
const engineDependencies = ["temporal-polyfill"];

/** Imports that violate a boundary between packages, or that name a file of another package instead of the package. */
export function findBoundaryViolations(files: readonly ParsedFile[]): Violation[] {
  return files.flatMap((file) =>
    file.imports.flatMap(({ from, start }) => {
      const broken = brokenBoundary(file.path, from);
      return broken === undefined ? [] : [violationAt(file, start, broken)];
    }),
  );
}

/** True for the parts of the client that run only in Node. The rest also runs in browsers. */
function isForNode(path: string): boolean {
  return path === "packages/sdk/src/node.ts" || path.startsWith("packages/sdk/src/spool/");
}

/** The components for applications in React, which have React themselves. Other frameworks are only described by types. */
function isForReact(path: string, from: string): boolean {
  return path.startsWith("packages/sdk/src/react/") && from === "react";
}

function brokenBoundary(path: string, from: string): string | undefined {
  const own = path.split("/")[1] ?? "";
  const allowed = mayImport[own];
  if (allowed === undefined) return `the package ${own} is missing from the rule of package boundaries`;
  if (from.startsWith(".")) {
    const target = posix.join(posix.dirname(path), from);
    return target.startsWith(`packages/${own}/`) ? undefined : `imports a file outside of its package: ${from}`;
  }
  const ours = /^@counterfoil\/([^/]+)(\/.*)?$/.exec(from);
  if (ours !== null) {
    const [, name = "", deep = ""] = ours;
    if (deep.startsWith("/src")) return `bypasses the entry of another package: ${from}`;
    return allowed.includes(name) ? undefined : `${own} may not import ${from}`;
  }
  if (own === "engine" && !engineDependencies.includes(from)) return `the engine may not import ${from}`;
  const isOfPlatform = (from.startsWith("node:") && isForNode(path)) || isForReact(path, from);
  if (own === "sdk" && !isOfPlatform) return `the client may not import ${from}`;
  if (own === "einvoice") return `einvoice may import only the engine, not ${from}`;
  return undefined;
}
