import { Agent, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import type { Platform } from "../platform/start-platform.ts";
import type { Load } from "./loads.ts";

/** Results of requests. */
export interface Attempted {
  readonly sent: number;
  readonly done: number;
  /** 503 or 429 with Retry-After. */
  readonly refused: number;
  /** Any other response, or none. */
  readonly other: ReadonlyMap<string, number>;
  /** Milliseconds, ascending. */
  readonly doneTook: readonly number[];
  readonly refusedTook: readonly number[];
}

interface Answer {
  readonly status: number;
  readonly retryAfter: string | undefined;
}

const PATIENCE_MILLISECONDS = 60_000;
const TICK_MILLISECONDS = 20;
const SENDERS = 16;

/** Sends a number of requests per second, whether or not they are answered, and waits for all responses. */
export async function drive(
  platform: Platform,
  load: Load,
  { perSecond, milliseconds }: { readonly perSecond: number; readonly milliseconds: number },
): Promise<Attempted> {
  const notes = takeNotes(load);
  const agent = new Agent({ keepAlive: true, maxSockets: 5_000 });
  const begun = performance.now();
  const under: Promise<void>[] = [];
  for (let sent = 0; performance.now() - begun < milliseconds;) {
    const due = ((performance.now() - begun) / 1_000) * perSecond;
    for (; sent < due; sent += 1) under.push(notes.note(send(agent, platform, load)));
    await pause(TICK_MILLISECONDS);
  }
  await Promise.all(under);
  agent.destroy();
  return notes.attempted();
}

/** Requests per second when each sender waits for its response. */
export async function findCapacity(
  platform: Platform,
  load: Load,
  milliseconds: number,
): Promise<{ perSecond: number; attempted: Attempted }> {
  const notes = takeNotes(load);
  const agent = new Agent({ keepAlive: true, maxSockets: SENDERS });
  const begun = performance.now();
  const senders = Array.from({ length: SENDERS }, async () => {
    while (performance.now() - begun < milliseconds) await notes.note(send(agent, platform, load));
  });
  await Promise.all(senders);
  const took = (performance.now() - begun) / 1_000;
  agent.destroy();
  const attempted = notes.attempted();
  return { perSecond: attempted.done / took, attempted };
}

function takeNotes(load: Load) {
  let sent = 0;
  const other = new Map<string, number>();
  const doneTook: number[] = [];
  const refusedTook: number[] = [];
  return {
    async note(answering: Promise<Answer>): Promise<void> {
      sent += 1;
      const begun = performance.now();
      const { status, retryAfter } = await answering.catch((error: unknown) => ({
        status: error instanceof Error ? error.message : "failed",
        retryAfter: undefined,
      }));
      const took = performance.now() - begun;
      if (status === load.doneStatus) doneTook.push(took);
      else if ((status === 503 || status === 429) && retryAfter !== undefined) refusedTook.push(took);
      else other.set(String(status), (other.get(String(status)) ?? 0) + 1);
    },
    attempted(): Attempted {
      const ascending = (numbers: number[]) => numbers.toSorted((a, b) => a - b);
      return {
        sent,
        done: doneTook.length,
        refused: refusedTook.length,
        other,
        doneTook: ascending(doneTook),
        refusedTook: ascending(refusedTook),
      };
    },
  };
}

function send(agent: Agent, platform: Platform, load: Load): Promise<Answer> {
  const body = JSON.stringify(load.body());
  return new Promise((resolve, reject) => {
    const sending = request(
      platform.url + load.path,
      {
        agent,
        method: "POST",
        headers: { Authorization: `Bearer ${platform.token}`, "Content-Type": "application/json" },
        timeout: PATIENCE_MILLISECONDS,
      },
      (answer) => {
        answer.resume();
        answer.on("end", () => resolve({ status: answer.statusCode ?? 0, retryAfter: answer.headers["retry-after"] }));
        answer.on("error", reject);
      },
    );
    sending.on("timeout", () => sending.destroy(new Error("no answer in a minute")));
    sending.on("error", reject);
    sending.end(body);
  });
}

/** The value at a quantile of ascending numbers; 0 of none. */
export function quantile(ascending: readonly number[], share: number): number {
  return ascending[Math.min(ascending.length - 1, Math.floor(ascending.length * share))] ?? 0;
}
