import { existsSync, readFileSync } from "node:fs";
import * as storage from "@counterfoil/storage";
import { expect, test } from "vitest";
import packageJson from "../../package.json" with { type: "json" };

// CONTRIBUTING.md is followed step by step: a path or a command in it that no longer exists stops a contributor (R-DIST-5).

const guide = readFileSync("CONTRIBUTING.md", "utf8");
/** What a fresh clone lacks: files that the examples ask the reader to write, and what the first start makes. */
const WRITTEN_LATER = ["packages/service/src/products/get-product-use.ts", "build/program", "node_modules/.cache"];

test("every path in the guide exists", () => {
  const paths = pathsIn(guide).filter((path) => !WRITTEN_LATER.includes(path));
  expect(paths.length).toBeGreaterThan(30);
  expect(paths.filter((path) => !exists(path))).toEqual([]);
  expect(pathsIn("Edit `packages/engine/src/absent.ts`.").filter((path) => !exists(path))).toHaveLength(1);
});

test("every command in the guide is a script of the package", () => {
  const commands = [...guide.matchAll(/(?:^|`)npm (?:run )?([a-z][a-z:]*)/gm)].map(([, name]) => name ?? "");
  expect(commands).toContain("start");
  expect(commands.filter((name) => !(name in packageJson.scripts))).toEqual([]);
});

test("the queries that the endpoint example calls exist", () => {
  const [, names = ""] = /import \{ ([^}]+) \} from "@counterfoil\/storage"/.exec(guide) ?? [];
  expect(names).toContain("findProduct");
  expect(names.split(", ").filter((name) => !(name in storage))).toEqual([]);
});

test("the pull-request workflow runs .ci/run, and the policies are there", () => {
  expect(readFileSync(".github/workflows/ci.yml", "utf8")).toMatch(/^ +run: \.ci\/run$/m);
  const policies = [
    "SECURITY.md",
    "CODE_OF_CONDUCT.md",
    ".github/CODEOWNERS",
    ".github/pull_request_template.md",
    ".github/ISSUE_TEMPLATE/bug.yml",
    ".github/ISSUE_TEMPLATE/feature.yml",
  ];
  expect(policies.filter((path) => !existsSync(path))).toEqual([]);
});

/** Code spans that are paths; a table names files of packages without the folder `packages`. */
function pathsIn(text: string): string[] {
  const prose = text.replaceAll(/```[\s\S]*?```/g, "");
  return [...prose.matchAll(/`([\w.-]+\/[\w./-]+)`/g)].map(([, path]) => path ?? "");
}

function exists(path: string): boolean {
  return existsSync(path) || existsSync(`packages/${path}`);
}
