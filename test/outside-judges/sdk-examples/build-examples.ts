import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { packSdk } from "../../../packages/sdk/test/support/pack-sdk.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "../../..");
const BUILT = ["node_modules", "dist", "dist-server", ".next", "usage"];

const EXAMPLES = ["express", "hono", "next", "react", "ai-sdk"] as const;

/** Vitest's own variables would make npm leave out packages, and Next.js refuse to build. */
export function plainEnvironment(own: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const { NODE_ENV: _, VITEST: __, ...inherited } = process.env;
  // The Node that runs the tests, also for npm and what it starts.
  const path = `${dirname(process.execPath)}:${inherited["PATH"]}`;
  return { ...inherited, PATH: path, NEXT_TELEMETRY_DISABLED: "1", ...own };
}

/** Copies the examples, installs the packed SDK as a user gets it, builds all of them, and returns their folder. */
export async function buildExamples(): Promise<string> {
  const examples = join(root, "node_modules/.cache/sdk-examples");
  await rm(examples, { recursive: true, force: true });
  await mkdir(examples, { recursive: true });
  const isSource = (path: string) => !BUILT.includes(basename(path));
  await cp(join(root, "examples"), examples, { recursive: true, filter: isSource });
  const packed = await mkdtemp(join(tmpdir(), "counterfoil-sdk-"));
  try {
    const { tarball } = await packSdk(packed);
    await npmLike(process.execPath, ["setup.mjs", tarball], examples);
  } finally {
    await rm(packed, { recursive: true, force: true });
  }
  const folders = await readdir(examples, { withFileTypes: true });
  const found = folders.filter((one) => one.isDirectory() && one.name !== "node_modules").map(({ name }) => name);
  if (found.toSorted().join() !== EXAMPLES.toSorted().join()) throw new Error(`Not tested: ${found.join(", ")}`);
  await Promise.all(EXAMPLES.map((name) => npmLike("npm", ["run", "build"], join(examples, name))));
  return examples;
}

/** Fails with everything that the program printed: a compiler reports its errors on the standard output. */
async function npmLike(program: string, words: readonly string[], cwd: string): Promise<void> {
  await run(program, words, { cwd, env: plainEnvironment() }).catch(
    ({ stdout, stderr }: { stdout: string; stderr: string }) => {
      throw new Error(`${program} ${words.join(" ")} failed in ${cwd}:\n${stdout}\n${stderr}`);
    },
  );
}
