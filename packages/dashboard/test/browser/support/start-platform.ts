import { type ChildProcess, spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { builtProgram } from "@counterfoil/testkit/built-program";

export const program = await builtProgram();

/** What `npm start` writes to `started.json`. */
export interface Started {
  readonly url: string;
  readonly apiKey: string;
  readonly email: string;
  readonly password: string;
}

export interface StartedPlatform {
  readonly started: Started;
  readonly stop: () => Promise<void>;
}

/** Starts the platform like a user, on a free port with its data in a folder. */
export async function startPlatform(
  folder: string,
  environment: Readonly<Record<string, string>>,
  ...options: readonly string[]
): Promise<StartedPlatform> {
  const child = spawn(process.execPath, [program, "start", "--port", "0", ...options], {
    env: { ...process.env, COUNTERFOIL_DATA: folder, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  await isReady(child);
  printErrors(child);
  return {
    started: JSON.parse(await readFile(join(folder, "started.json"), "utf8")) as Started,
    stop: async () => {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await ended;
    },
  };
}

/** Prints the errors in the log of the platform, because they explain why a page did not show what a test waits for. */
function printErrors({ stderr }: ChildProcess): void {
  if (stderr === null) return;
  createInterface({ input: stderr }).on("line", (line) => {
    if (line.includes('"level":"error"')) console.error(line);
  });
}

/** Resolves when the program prints how to stop it, which it does when everything is ready. */
async function isReady(child: ChildProcess): Promise<void> {
  let said = "";
  await new Promise<void>((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      said += String(chunk);
      if (said.includes("Ctrl-C")) resolve();
    };
    child.stdout?.on("data", listen);
    child.stderr?.on("data", listen);
    child.once("exit", (code) => reject(new Error(`The platform ended with ${code}:\n${said}`)));
  });
}
