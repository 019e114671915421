import { setTimeout as pause } from "node:timers/promises";
import { createLoad } from "../platform/event-load.ts";
import { FLOODING_SENDERS } from "./day.ts";
import { openClient } from "./sender.ts";

/** What the senders report several times a second: stored events, refused requests, and milliseconds of batches. */
export interface FloodNews {
  readonly stored: number;
  readonly refused: number;
  readonly took: readonly number[];
}

/**
 * Runs in a separate process, so that creating batches does not delay the measuring clients. Ends when everything is
 * answered.
 */
const target = { url: process.env["BENCH_URL"] ?? "", token: process.env["BENCH_TOKEN"] ?? "" };
let took: number[] = [];
const notes = { stored: 0, refused: 0, took: (_: string, milliseconds: number) => void took.push(milliseconds) };
const next = createLoad("flood", () => Date.now());
const client = await openClient(target, notes, FLOODING_SENDERS);
let isOver = false;
process.on("message", () => (isOver = true));

const telling = setInterval(tell, 200);
const senders = Array.from({ length: FLOODING_SENDERS }, async () => {
  while (!isOver) {
    const body = JSON.stringify({ events: next(1_000) });
    // Lets pending responses be processed before the next batch is created.
    await pause(0);
    await client.sendEvents("batch", performance.now(), body);
  }
});
await Promise.all(senders);
clearInterval(telling);
client.close();
tell();
process.disconnect();

function tell(): void {
  process.send?.({ stored: notes.stored, refused: notes.refused, took } satisfies FloodNews);
  [notes.stored, notes.refused, took] = [0, 0, []];
}
