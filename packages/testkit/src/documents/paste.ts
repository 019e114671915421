import { spawn } from "node:child_process";

/** What a reader of the quickstart has defined. `curl` fails on an error response, which it would otherwise only print. */
const DEFINED = `
curl() { command curl --silent --show-error --fail-with-body "$@"; echo; }
call() { curl -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' "$@"; }
member() { node -p "JSON.parse(require('fs').readFileSync(0, 'utf8'))$1"; }
`;

/** Where commands run, and the environment variables that they see besides PATH. */
export interface Place {
  readonly folder: string;
  readonly variables: Readonly<Record<string, string>>;
}

/** Runs a program in a folder, and returns what it printed. Fails with that if the program fails. */
export function run(
  [program, ...words]: readonly [string, ...string[]],
  { folder, variables }: Place,
): Promise<string> {
  const child = spawn(program, words, {
    cwd: folder,
    env: { PATH: process.env["PATH"], ...variables },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stdout.on("data", (chunk) => (output += chunk));
  child.stderr.on("data", (chunk) => (output += chunk));
  return new Promise((resolve, reject) =>
    child.once("close", (code) => (code === 0 ? resolve(output) : reject(new Error(output.slice(0, 4_000))))),
  );
}

/** Runs commands as a reader pastes them. Fails with their output if one fails, also in a pipe. */
export function paste(script: string, place: Place): Promise<string> {
  return run(["bash", "--norc", "-euo", "pipefail", "-c", DEFINED + script], place);
}
