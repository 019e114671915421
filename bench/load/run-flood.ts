import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Day } from "./day.ts";
import type { FloodNews } from "./flood-process.ts";
import type { Notes } from "./notes.ts";

/** Keeps a batch of 1,000 in progress per sender while the flood is on, then finishes. */
export async function runFlood(target: { url: string; token: string }, day: Day, notes: Notes): Promise<void> {
  while (!day.phase().isFlooded) await pause(100);
  const env = { ...process.env, BENCH_URL: target.url, BENCH_TOKEN: target.token };
  const senders = fork(join(import.meta.dirname, "flood-process.ts"), { env });
  senders.on("message", ({ stored, refused, took }: FloodNews) => {
    notes.stored += stored;
    notes.refused += refused;
    for (const milliseconds of took) notes.took("batch", milliseconds);
  });
  const ended = once(senders, "exit");
  while (day.phase().isFlooded) await pause(100);
  senders.send("over");
  const [code] = (await ended) as [number | null];
  if (code !== 0) throw new Error(`the flood ended with ${code}`);
}
