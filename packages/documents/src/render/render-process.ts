import { readFileSync } from "node:fs";
import { fork, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import type { RenderReply, RenderRequest } from "./messages.ts";

/** The result of a request: its reply, or the end of the process. */
export type RenderOutcome =
  | RenderReply
  | { readonly kind: "crashed"; readonly detail: string }
  /** The document exceeded a limit. Another attempt would fail the same way. */
  | { readonly kind: "exhausted"; readonly limit: "time" | "memory"; readonly detail: string };

/** What a process may use for one document. */
export interface RenderLimits {
  readonly milliseconds: number;
  /** Memory, including the 130 MB that the process starts with. Enforced on Linux only. */
  readonly bytes: number;
}

/** How often the memory of a drawing process is checked. A document takes up to 300 MB more per second. */
const LOOK_EVERY_MILLISECONDS = 50;

/** A child process. It handles one request at a time, and none after a crash. */
export interface RenderProcess {
  /** Undefined if it could not be started. */
  readonly id: number | undefined;
  readonly request: (request: RenderRequest, limits: RenderLimits) => Promise<RenderOutcome>;
  /** Ends the process. Resolves when it has ended. */
  readonly stop: () => Promise<void>;
}

export function startRenderProcess(): RenderProcess {
  const child = fork(join(import.meta.dirname, "render-child.ts"), {
    serialization: "advanced",
    execArgv: [],
    env: childEnvironment(),
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const gone = new Promise<string>((resolve) => {
    child.once("exit", (code, signal) => resolve(`the process ended with ${signal ?? `code ${code}`}`));
    child.once("error", (error) => resolve(error.message));
  });
  letServerExit(child);
  return {
    id: child.pid,
    request: async (request, limits) => {
      holdServer(child);
      const watch = watchLimits(child, limits);
      try {
        return await Promise.race([exchange(child, request), gone.then(crashed), watch.exceeded]);
      } finally {
        watch.end();
        letServerExit(child);
      }
    },
    stop: async () => {
      holdServer(child);
      if (child.connected) child.disconnect();
      else child.kill("SIGKILL");
      await gone;
    },
  };
}

/** Ends a process that exceeds the limits for its document. */
function watchLimits(child: ChildProcess, { milliseconds, bytes }: RenderLimits) {
  const { promise, resolve } = Promise.withResolvers<RenderOutcome>();
  const end = (limit: "time" | "memory", detail: string): void => {
    resolve({ kind: "exhausted", limit, detail });
    child.kill("SIGKILL");
  };
  const timer = setTimeout(() => end("time", `it took longer than ${milliseconds} ms`), milliseconds);
  const looking = setInterval(() => {
    if (residentBytes(child.pid) > bytes) end("memory", `it took more than ${Math.round(bytes / 1e6)} MB of memory`);
  }, LOOK_EVERY_MILLISECONDS);
  return {
    exceeded: promise,
    end() {
      clearTimeout(timer);
      clearInterval(looking);
    },
  };
}

/** 0 if the system does not report it. */
function residentBytes(id: number | undefined): number {
  try {
    return Number(readFileSync(`/proc/${id}/statm`, "latin1").split(" ")[1]) * PAGE_BYTES;
  } catch {
    return 0;
  }
}

const PAGE_BYTES = 4_096;

/** Only the environment variables that a process needs to start, and only our own fonts. */
function childEnvironment(): NodeJS.ProcessEnv {
  const { SystemRoot } = process.env;
  const fontconfig = { FONTCONFIG_FILE: join(import.meta.dirname, "../fonts/fonts.conf") };
  return SystemRoot === undefined ? fontconfig : { ...fontconfig, SystemRoot };
}

function exchange(child: ChildProcess, request: RenderRequest): Promise<RenderOutcome> {
  return new Promise((resolve) => {
    child.once("message", (reply: RenderReply) => resolve(reply));
    child.send(request, (error) => {
      if (error !== null) resolve(crashed(error.message));
    });
  });
}

function crashed(detail: string): RenderOutcome {
  return { kind: "crashed", detail };
}

/** An idle process does not keep a command from exiting; a working one does. */
function letServerExit(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
}

function holdServer(child: ChildProcess): void {
  child.ref();
  child.channel?.ref();
}
