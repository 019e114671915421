import { dottedName, walk, type ParsedFile, type SyntaxNode } from "./syntax.ts";
import { violationAt, type Violation } from "./violation.ts";

/** The only files that may read the system's time (R-TIME-4): one of the platform, and those of its clients. */
export const clockPaths: readonly string[] = [
  "packages/service/src/clock.ts",
  "packages/sdk/src/clock.ts",
  "packages/dashboard/src/format/clock.ts",
  // The clock of the computer on which a remote command runs, which is not that of the platform.
  "packages/cli/src/remote/computer-clock.ts",
];

/** Reads of the date and time. `performance.now()` is allowed: it measures durations and reveals no date. */
export function findSystemTime(files: readonly ParsedFile[]): Violation[] {
  return files
    .filter((file) => !clockPaths.includes(file.path))
    .flatMap((file) => {
      const found: Violation[] = [];
      walk(file.program, (node) => {
        const read = systemTimeIn(node);
        if (read !== undefined) found.push(violationAt(file, node.start, read));
      });
      return found;
    });
}

function systemTimeIn(node: SyntaxNode): string | undefined {
  if (node.type === "NewExpression" && dottedName(node["callee"]) === "Date") {
    return (node["arguments"] as unknown[]).length === 0 ? "new Date()" : undefined;
  }
  if (node.type === "CallExpression" && dottedName(node["callee"]) === "Date") return "Date()";
  const name = node.type === "MemberExpression" ? dottedName(node) : undefined;
  return name === "Date.now" || name === "Temporal.Now" ? name : undefined;
}

/** Runs in a process without a server or worker. */
const WITHOUT_WORKER = "packages/service/test/check-queue.test.ts";
const REPLACING = new Set(["vi.useFakeTimers", "vi.setSystemTime"]);
const CLOCKS = new Set(["performance", "Date"]);

/**
 * Tests that replace the time of their process. Files share a process with a server and a worker, which would read the
 * replaced time too, and wait until it has come.
 */
export function findReplacedTime(tests: readonly ParsedFile[]): Violation[] {
  return tests
    .filter(({ path }) => path !== WITHOUT_WORKER)
    .flatMap((file) => {
      const found: Violation[] = [];
      walk(file.program, (node) => {
        if (node.type !== "CallExpression") return;
        const name = dottedName(node["callee"]);
        const [first] = node["arguments"] as SyntaxNode[];
        const isSpy = name === "vi.spyOn" && first !== undefined && CLOCKS.has(dottedName(first) ?? "");
        if (isSpy || REPLACING.has(name ?? "")) found.push(violationAt(file, node.start, name ?? ""));
      });
      return found;
    });
}
