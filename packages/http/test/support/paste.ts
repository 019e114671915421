import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** What a reader of a document pastes, one block after the other. */
export async function shellBlocks(document: string): Promise<string[]> {
  const text = await readFile(join(import.meta.dirname, "../../../../docs", document), "utf8");
  return [...text.matchAll(/^```sh\n([^]*?)^```$/gm)].map((match) => match[1] ?? "");
}

/** Runs a block as it stands in the document; fails with what it printed when a command does. */
export function paste(script: string, folder: string, words: Record<string, string>): Promise<string> {
  // Without a shell's pipefail nobody hears of a curl in the middle; `--fail` makes an answer that is an error one of curl's.
  const curl = 'curl() { command curl --silent --show-error --fail-with-body "$@"; echo; }\n';
  const shell = spawn("bash", ["--norc", "-euo", "pipefail", "-c", curl + script], {
    cwd: folder,
    env: { PATH: process.env["PATH"], ...words },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  shell.stdout.on("data", (chunk) => (output += chunk));
  shell.stderr.on("data", (chunk) => (output += chunk));
  return new Promise((resolve, reject) =>
    shell.once("close", (code) => (code === 0 ? resolve(output) : reject(new Error(`${script}\n${output}`)))),
  );
}
