import { request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Random } from "../../random.ts";

/** The checked part of a response. */
export interface EventsAnswer {
  readonly status: number;
  readonly ingested: readonly string[];
  readonly duplicates: readonly string[];
  readonly failed: readonly unknown[];
  readonly text: string;
}

interface Target {
  readonly url: string;
  readonly token: string;
  readonly random: Random;
}

const PATIENCE_MILLISECONDS = 10_000;

/**
 * Sends events as NDJSON in slices of any length, so that a kill interrupts the stream. Returns undefined without a
 * response.
 */
export async function streamEvents(
  { url, token, random }: Target,
  events: readonly object[],
): Promise<EventsAnswer | undefined> {
  const answered = Promise.withResolvers<EventsAnswer | undefined>();
  let isOver = false;
  const end = (answer: EventsAnswer | undefined) => {
    isOver = true;
    answered.resolve(answer);
  };
  const sender = request(`${url}/events`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/x-ndjson" },
    timeout: PATIENCE_MILLISECONDS,
  });
  sender.on("error", () => end(undefined));
  sender.on("timeout", () => sender.destroy());
  sender.on("response", (response) => {
    const chunks: Buffer[] = [];
    response.on("data", (chunk: Buffer) => chunks.push(chunk));
    response.on("error", () => end(undefined));
    response.on("end", () => end(readAnswer(response.statusCode ?? 0, Buffer.concat(chunks).toString("utf8"))));
  });
  // After a complete response this has no effect.
  sender.on("close", () => end(undefined));
  const text = Buffer.from(events.map((event) => `${JSON.stringify(event)}\n`).join(""));
  for (let from = 0; from < text.length && !isOver;) {
    const to = from + random.integer(1, 20_000);
    sender.write(text.subarray(from, to));
    from = to;
    await sleep(random.integer(0, 20));
  }
  sender.end();
  return answered.promise;
}

/** Sends events in one JSON body. Returns undefined without a response. */
export async function postEvents(
  { url, token }: Omit<Target, "random">,
  events: readonly object[],
): Promise<EventsAnswer | undefined> {
  try {
    const response = await fetch(`${url}/events`, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      body: JSON.stringify({ events }),
      signal: AbortSignal.timeout(PATIENCE_MILLISECONDS),
    });
    return readAnswer(response.status, await response.text());
  } catch {
    return undefined;
  }
}

function readAnswer(status: number, text: string): EventsAnswer | undefined {
  try {
    const { ingested = [], duplicates = [], failed = [] } = JSON.parse(text) as Partial<EventsAnswer>;
    return { status, ingested, duplicates, failed, text: text.slice(0, 300) };
  } catch {
    return undefined;
  }
}
