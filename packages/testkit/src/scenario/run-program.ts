import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";

/** The API and a worker as two processes of a built package. */
export interface RunningProgram {
  readonly url: string;
  stop(): Promise<void>;
}

export interface ProgramOptions {
  /** The path of the program. */
  readonly program: string;
  readonly ownerUrl: string;
  readonly secret: string;
  /** Gets each line that the worker writes to its log. */
  readonly onFailure: (line: string) => void;
}

/** Starts `serve` and `worker` as an operator does, and waits until both are ready. */
export async function runProgram({ program, ownerUrl, secret, onFailure }: ProgramOptions): Promise<RunningProgram> {
  const { PATH, HOME } = process.env;
  const environment = {
    PATH,
    HOME,
    NO_COLOR: "1",
    DATABASE_URL: ownerUrl,
    COUNTERFOIL_SECRET: secret,
    // Tests send more than one key may in a second.
    COUNTERFOIL_REQUESTS_PER_SECOND: "off",
    COUNTERFOIL_EVENTS_PER_SECOND: "off",
  };
  const run = (...words: readonly string[]) =>
    spawn(process.execPath, [program, ...words], { env: environment, stdio: ["ignore", "pipe", "pipe"] });
  const server = run("serve", "--port", "0");
  const worker = run("worker");
  const killBoth = () => [server, worker].forEach((child) => child.kill("SIGKILL"));
  process.once("exit", killBoth);
  const [said] = await Promise.all([
    saidBy(server, /^Counterfoil is listening at (\S+)$/m),
    saidBy(worker, /is running/).then(() => worker.stderr.on("data", (chunk) => onFailure(String(chunk)))),
  ]);
  return {
    url: said[1] ?? "",
    async stop() {
      process.off("exit", killBoth);
      await Promise.all([server, worker].map(ended));
    },
  };
}

/** Waits for a text in what a process prints. Fails with all of it if the process ends first. */
async function saidBy(child: ChildProcess, text: RegExp): Promise<RegExpExecArray> {
  let said = "";
  return new Promise((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      said += String(chunk);
      const found = text.exec(said);
      if (found === null) return;
      child.stdout?.off("data", listen);
      child.stderr?.off("data", listen);
      resolve(found);
    };
    child.stdout?.on("data", listen);
    child.stderr?.on("data", listen);
    child.once("exit", (code) => reject(new Error(`${child.spawnargs.join(" ")} ended with ${code}:\n${said}`)));
  });
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill("SIGTERM");
  await once(child, "exit");
}
