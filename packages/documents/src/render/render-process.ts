import { fork, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import type { RenderReply, RenderRequest } from "./messages.ts";

/** What became of a request: its reply, or the death of the process over it. */
export type RenderOutcome = RenderReply | { readonly kind: "crashed"; readonly detail: string };

/** One child process. Takes one request at a time; after a crash it takes none. */
export interface RenderProcess {
  /** Undefined when it could not be started. */
  readonly id: number | undefined;
  readonly request: (request: RenderRequest) => Promise<RenderOutcome>;
  /** Ends the process; resolves when it is gone. */
  readonly stop: () => Promise<void>;
}

/** @param timeoutMilliseconds a request that takes longer is a crash. */
export function startRenderProcess(timeoutMilliseconds: number): RenderProcess {
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
    request: async (request) => {
      holdServer(child);
      let timer: NodeJS.Timeout | undefined;
      try {
        return await Promise.race([
          exchange(child, request),
          gone.then(crashed),
          new Promise<RenderOutcome>((resolve) => {
            timer = setTimeout(() => {
              child.kill("SIGKILL");
              resolve(crashed(`no answer within ${timeoutMilliseconds} ms`));
            }, timeoutMilliseconds);
          }),
        ]);
      } finally {
        clearTimeout(timer);
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

/** Nothing of the server's environment but what a process needs to start; and no fonts but our own. */
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

/** An idle process does not keep a command from ending; a working one does. */
function letServerExit(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
}

function holdServer(child: ChildProcess): void {
  child.ref();
  child.channel?.ref();
}
