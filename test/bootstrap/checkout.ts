import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const scripts = fileURLToPath(new URL("../../scripts", import.meta.url));

/** A substitute for npm: records that it ran, waits a moment, and creates node_modules with its record. */
const npm = `
  const { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } = require("node:fs");
  appendFileSync("npm.log", process.argv.slice(2).join(" ") + "\\n");
  if (process.env.NPM_FAILS) {
    console.error("npm warn EBADENGINE noise\\nnpm error code ENOTFOUND\\nnpm error Usage:\\nnpm error npm ci");
    process.exit(1);
  }
  setTimeout(() => {
    rmSync("node_modules", { recursive: true, force: true });
    mkdirSync("node_modules");
    const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
    const wanted = Object.entries(packages).filter(([, { dev }]) => !dev || !process.argv.includes("--omit=dev"));
    writeFileSync("node_modules/.package-lock.json", JSON.stringify({ packages: Object.fromEntries(wanted) }));
  }, 300);
`;

/** A substitute for the command line: prints its arguments, then exits with a code or waits for a signal. */
const main = `
  const [first, second] = process.argv.slice(2);
  if (first === "wait") {
    process.on("SIGTERM", () => { console.log("got SIGTERM"); process.exit(5); });
    setInterval(() => undefined, 1000);
  } else if (first === "code") process.exitCode = Number(second);
  console.log("arguments " + process.argv.slice(2).join(" "));
`;

/** A substitute for the bundler: the program is a copy of the only source. */
const bundler = `
  import { cpSync } from "node:fs";
  cpSync("packages/cli/src/main.ts", process.argv[2] + "/main.js");
`;

export interface Outcome {
  readonly code: number | null;
  readonly output: string;
}

/** A small checkout with the real scripts, a path with a space, and the substitute for npm. */
export class Checkout {
  readonly root = mkdtempSync(join(tmpdir(), "counterfoil checkout "));

  constructor() {
    cpSync(scripts, join(this.root, "scripts"), { recursive: true });
    for (const name of ["cli", "documents", "einvoice", "engine", "http", "sdk", "service", "storage", "worker"]) {
      mkdirSync(join(this.root, "packages", name, "src"), { recursive: true });
      this.write(`packages/${name}/package.json`, "{}");
    }
    this.write("packages/cli/src/main.ts", main);
    this.write("scripts/program.mjs", bundler);
    this.write("npm-cli.js", npm);
    this.write("package.json", JSON.stringify({ name: "checkout" }));
    this.write("package-lock.json", JSON.stringify({ packages: { "node_modules/zod": { version: "1.0.0" } } }));
  }

  write(path: string, text: string): void {
    writeFileSync(join(this.root, path), text);
  }

  start(argumentList: readonly string[], environment: Readonly<Record<string, string>> = {}): ChildProcess {
    return spawn(process.execPath, [join(this.root, "scripts/bootstrap.mjs"), ...argumentList], {
      cwd: tmpdir(),
      stdio: ["ignore", "pipe", "pipe"],
      env: { PATH: process.env["PATH"], npm_execpath: join(this.root, "npm-cli.js"), ...environment },
    });
  }

  async run(argumentList: readonly string[], environment?: Readonly<Record<string, string>>): Promise<Outcome> {
    return await outcomeOf(this.start(argumentList, environment));
  }

  /** The arguments of each npm call. */
  installs(): string[] {
    const path = join(this.root, "npm.log");
    return existsSync(path) ? readFileSync(path, "utf8").trim().split("\n") : [];
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}

/** Waits for a process to end and returns its output. */
export async function outcomeOf(child: ChildProcess, onOutput?: (output: string) => void): Promise<Outcome> {
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      onOutput?.(output);
    });
  }
  const [code] = (await once(child, "close")) as [number | null];
  return { code, output };
}
