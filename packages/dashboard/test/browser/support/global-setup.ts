import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";

const program = fileURLToPath(new URL("../../../../cli/src/main.ts", import.meta.url));

/** What `npm start` tells in `started.json`. */
export interface Started {
  readonly url: string;
  readonly apiKey: string;
  readonly email: string;
  readonly password: string;
}

declare module "vitest" {
  interface ProvidedContext {
    started: Started;
  }
}

/** Starts the platform as a user does, with its demonstration, once for all stories in the browser. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "counterfoil-browser-"));
  const child = spawn(process.execPath, [program, "start", "--port", "0"], {
    env: { ...process.env, COUNTERFOIL_DATA: folder },
    stdio: ["ignore", "pipe", "pipe"],
  });
  await isReady(child);
  project.provide("started", JSON.parse(await readFile(join(folder, "started.json"), "utf8")) as Started);
  return async () => {
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGTERM");
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
}

/** Resolves once it prints how it is stopped, which it does when everything answers. */
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
