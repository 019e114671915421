import { execFile, spawn } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Started } from "../../../packages/dashboard/test/browser/support/start-platform.ts";
import { plainEnvironment } from "./build-examples.ts";

const run = promisify(execFile);

/** A running example. */
export interface RunningExample {
  readonly url: string;
  /** What it has printed. */
  readonly said: () => string;
  readonly stop: () => Promise<void>;
}

/** What starts each example that is a server, in its folder. */
const COMMANDS = {
  express: ["dist/main.js"],
  hono: ["dist/main.js"],
  react: ["dist-server/main.js"],
  next: ["../node_modules/next/dist/bin/next", "start", "--hostname", "127.0.0.1", "--port", "0"],
} as const;

/** Starts the built example on a free port, and waits until it listens. */
export async function startExample(
  examples: string,
  name: keyof typeof COMMANDS,
  own: Readonly<Record<string, string>>,
): Promise<RunningExample> {
  const environment = plainEnvironment({ PORT: "0", SESSION_KEY: "a key for these tests", ...own });
  const child = spawn(process.execPath, COMMANDS[name], {
    cwd: join(examples, name),
    env: environment,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  const url = await new Promise<string>((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      text += String(chunk);
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(text);
      if (found !== null) resolve(found[0]);
    };
    child.stdout.on("data", listen);
    child.stderr.on("data", listen);
    child.once("exit", (code) => reject(new Error(`The example ${name} ended with ${code}:\n${text}`)));
  });
  return {
    url,
    said: () => text,
    stop: async () => {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await ended;
    },
  };
}

/** Runs the example of the AI SDK for an account, and returns what it printed. */
export async function runAiExample(
  examples: string,
  started: Started,
  account: string,
  own: Readonly<Record<string, string>> = {},
): Promise<string> {
  const server = { COUNTERFOIL_URL: started.url, COUNTERFOIL_API_KEY: started.apiKey };
  const env = plainEnvironment({ ...server, MODEL: "mock", ...own });
  const { stdout, stderr } = await run(process.execPath, ["dist/main.js", account], {
    cwd: join(examples, "ai-sdk"),
    env,
  });
  return stdout + stderr;
}

/** The cookie of a signed-in account of an example. */
export async function signIn({ url }: RunningExample, path: string): Promise<string> {
  const response = await fetch(`${url}${path}`, { redirect: "manual" });
  const cookie = response.headers.get("set-cookie")?.split(";")[0];
  if (cookie === undefined) throw new Error(`${path} answers ${response.status} and sets no cookie.`);
  return cookie;
}
