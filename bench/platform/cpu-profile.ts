import { Session } from "node:inspector/promises";
import { setTimeout as pause } from "node:timers/promises";

/** The parts of a profile by V8 that are read here. */
export interface Profile {
  readonly nodes: readonly ProfileNode[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

interface ProfileNode {
  readonly id: number;
  /** IDs of the functions that it called. */
  readonly children?: readonly number[];
  readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
}

/** The time in a function itself, without the functions that it called. */
export interface SelfTime {
  readonly name: string;
  readonly milliseconds: number;
}

const SAMPLE_EVERY_MICROSECONDS = 500;

/**
 * Profiles another Node process while `work` runs. The process opens its inspector at `port` when it receives SIGUSR1, so it
 * needs no code for it; start it with `NODE_OPTIONS=--inspect-port=<port>`.
 */
export async function profileDuring(pid: number, port: number, work: () => Promise<void>): Promise<Profile> {
  process.kill(pid, "SIGUSR1");
  const socket = new WebSocket(await inspectorAddress(port));
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve);
    socket.addEventListener("error", reject);
  });
  const answers = new Map<number, (result: unknown) => void>();
  socket.addEventListener("message", ({ data }: MessageEvent) => {
    const { id, result } = JSON.parse(String(data)) as { id?: number; result?: unknown };
    if (id !== undefined) answers.get(id)?.(result);
  });
  let last = 0;
  const call = (method: string, params = {}): Promise<unknown> => {
    const id = (last += 1);
    socket.send(JSON.stringify({ id, method, params }));
    return new Promise((resolve) => answers.set(id, resolve));
  };
  await call("Profiler.enable");
  await call("Profiler.setSamplingInterval", { interval: SAMPLE_EVERY_MICROSECONDS });
  await call("Profiler.start");
  await work();
  const { profile } = (await call("Profiler.stop")) as { profile: Profile };
  socket.close();
  return profile;
}

/** Profiles this process while `work` runs. */
export async function profileHere(work: () => Promise<void>): Promise<Profile> {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.setSamplingInterval", { interval: SAMPLE_EVERY_MICROSECONDS });
  await session.post("Profiler.start");
  await work();
  const { profile } = await session.post("Profiler.stop");
  session.disconnect();
  return profile as Profile;
}

async function inspectorAddress(port: number): Promise<string> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      const answer = await fetch(`http://127.0.0.1:${port}/json`);
      const [target] = (await answer.json()) as { webSocketDebuggerUrl: string }[];
      if (target !== undefined) return target.webSocketDebuggerUrl;
    } catch (error) {
      if (attempt >= 100) throw error;
    }
    await pause(50);
  }
}

/** By function, longest first, without idle time. */
export function selfTimes({ nodes, samples, timeDeltas }: Profile): SelfTime[] {
  const names = new Map(nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]));
  const times = new Map<string, number>();
  samples.forEach((id, index) => {
    const name = names.get(id) ?? "?";
    times.set(name, (times.get(name) ?? 0) + (timeDeltas[index] ?? 0) / 1_000);
  });
  times.delete("(idle)");
  return [...times]
    .map(([name, milliseconds]) => ({ name, milliseconds }))
    .toSorted((a, b) => b.milliseconds - a.milliseconds);
}

/** `camelCased packages/storage/src/database/tx.ts:124` */
export function nameOf({ functionName, url, lineNumber }: ProfileNode["callFrame"]): string {
  const place = url.replace(/^.*\/(?=(?:packages|node_modules|bench)\/)/, "");
  return `${functionName === "" ? "(anonymous)" : functionName}${place === "" ? "" : ` ${place}:${lineNumber + 1}`}`;
}
