import { setTimeout as pause } from "node:timers/promises";
import { type Exchange, openExchange } from "../platform/exchange.ts";
import type { Kind } from "./kinds.ts";
import type { Notes } from "./notes.ts";

/** A client with a few connections. It sends on a free one, or waits for one. */
export interface Client {
  /** Returns the body of the 200. Records a 503 and retries after at least the seconds of Retry-After. */
  send(kind: Kind, dueAt: number, method: "GET" | "POST", path: string, body?: string): Promise<string>;
  /** Sends events until they are answered, and records how many were stored. */
  sendEvents(kind: Kind, dueAt: number, body: string): Promise<void>;
  close(): void;
}

export async function openClient(
  target: { url: string; token: string },
  notes: Notes,
  connections: number,
): Promise<Client> {
  const all = await Promise.all(Array.from({ length: connections }, () => openExchange(target)));
  const free = [...all];
  const waiting: ((exchange: Exchange) => void)[] = [];

  const take = () => {
    const exchange = free.pop();
    return exchange === undefined ? new Promise<Exchange>((resolve) => waiting.push(resolve)) : exchange;
  };
  const giveBack = (exchange: Exchange) => {
    const next = waiting.shift();
    if (next === undefined) free.push(exchange);
    else next(exchange);
  };

  async function send(kind: Kind, dueAt: number, method: "GET" | "POST", path: string, body?: string) {
    for (let since = dueAt; ; since = performance.now()) {
      const exchange = await take();
      const answer = await exchange.send(method, path, body).finally(() => giveBack(exchange));
      if (answer.status === 200) {
        notes.took(kind, performance.now() - since);
        return answer.body;
      }
      // The server closes a connection that was opened long before its first request, perhaps while that is on its way.
      if (answer.status === 408) continue;
      const seconds = Number(/^retry-after: (\d+)/im.exec(answer.head)?.[1] ?? NaN);
      if (answer.status !== 503 || Number.isNaN(seconds)) throw new Error(`answered ${answer.head}${answer.body}`);
      notes.refused += 1;
      // Spread out, so that not all retry at once.
      await pause(seconds * 1_000 * (1 + Math.random() / 2));
    }
  }

  return {
    send,
    async sendEvents(kind, dueAt, body) {
      const answer = JSON.parse(await send(kind, dueAt, "POST", "/events?detail=counts", body)) as {
        ingested: number;
        failed: number;
      };
      if (answer.failed > 0) throw new Error(`${answer.failed} events failed`);
      notes.stored += answer.ingested;
    },
    close() {
      for (const exchange of all) exchange.close();
    },
  };
}
