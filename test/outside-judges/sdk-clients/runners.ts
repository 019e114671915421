import { execFile, spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const folder = import.meta.dirname;
const root = join(folder, "../../..");
const cache = join(root, "node_modules/.cache/sdk-clients");
const PACKAGES = ["httpx==0.28.1", "mypy==2.4.1"];

/** What to install before the clients can be tested here; null if everything is. */
export function missingPrograms(): string | null {
  const needed = [
    ["python3", "--version", "Python 3.10 or later with venv"],
    ["go", "version", "Go 1.22 or later"],
  ];
  const absent = needed.flatMap(([program = "", word = "", what = ""]) =>
    spawnSync(program, [word]).error === undefined ? [] : [what],
  );
  return absent.length === 0 ? null : `Install ${absent.join(" and ")}`;
}

/** The client and its cases pass mypy --strict. The environment stays in the cache folder. */
async function preparePython(): Promise<readonly string[]> {
  const environment = join(cache, "python");
  const python = join(environment, "bin/python");
  if (!existsSync(join(environment, "bin/mypy"))) {
    await run("python3", ["-m", "venv", environment]);
    await run(python, ["-m", "pip", "install", "--quiet", ...PACKAGES]);
  }
  const sources = join(root, "clients/python/src");
  const checked = [join(sources, "counterfoil"), join(folder, "run_cases.py")];
  await run(python, ["-m", "mypy", "--strict", "--cache-dir", join(cache, "mypy"), ...checked], {
    env: { ...process.env, MYPYPATH: sources },
  });
  return [python, join(folder, "run_cases.py")];
}

/** The client and its cases pass gofmt and go vet. */
async function prepareGo(): Promise<readonly string[]> {
  const [client, cases] = [join(root, "clients/go"), join(folder, "go")];
  const { stdout: unformatted } = await run("gofmt", ["-l", client, cases]);
  if (unformatted !== "") throw new Error(`gofmt would change ${unformatted}`);
  await run("go", ["vet", "./..."], { cwd: client });
  await run("go", ["vet", "./..."], { cwd: cases });
  const program = join(cache, "run-cases");
  await run("go", ["build", "-o", program, "."], { cwd: cases });
  return [program];
}

export const PREPARE = { python: preparePython, go: prepareGo };

/** Runs the program of a language with this input, and returns the lines that it printed. */
export function linesOf(command: readonly string[], input: unknown): Promise<unknown[]> {
  const [program = "", ...words] = command;
  const child = spawn(program, words, {
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...process.env, PYTHONPATH: join(root, "clients/python/src") },
  });
  let text = "";
  child.stdout.on("data", (chunk) => (text += chunk));
  child.stdin.end(JSON.stringify(input));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (status) => {
      if (status !== 0) return reject(new Error(`${program} ended with ${status}`));
      resolve(
        text
          .trim()
          .split("\n")
          .map((line) => JSON.parse(line) as unknown),
      );
    });
  });
}
