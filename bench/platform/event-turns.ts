import pg from "pg";
import { copyRows, copyText } from "./copy-rows.ts";
import { clockOfABillion, createLoad } from "./event-load.ts";
import { onConnections } from "./exchange.ts";
import { type Measured, measure } from "./measure.ts";
import type { Platform } from "./start-platform.ts";

/** A way to store events. Turns of different ways alternate. */
export interface Way {
  readonly name: string;
  readonly perRequest: number;
  readonly connections: number;
  /** Stores this many events. Prepares requests before it measures. */
  turn(events: number): Promise<Measured>;
}

/** Sends events in sequence in requests of one size, over connections that each wait for their response. */
export function overHttp(
  platform: Platform,
  now: () => number,
  shape: Pick<Way, "name" | "perRequest" | "connections">,
): Way {
  const { perRequest, connections } = shape;
  const next = createLoad(`http-${perRequest}`, now);
  return {
    ...shape,
    turn(events) {
      const bodies = Array.from({ length: Math.ceil(events / perRequest) }, () => {
        const sent = next(perRequest);
        return JSON.stringify(perRequest === 1 ? sent[0] : { events: sent });
      }).values();
      return measure(platform, (took) =>
        onConnections(platform, connections, async (exchange) => {
          for (const body of bodies) {
            const began = performance.now();
            const answer = await exchange.post("/events?detail=counts", body);
            took.push(performance.now() - began);
            if (!answer.includes('"failed":0')) throw new Error(`events failed: ${answer}`);
          }
        }),
      );
    },
  };
}

/** The ceiling: one COPY per connection, without deduplication, totals and HTTP. */
export async function byCopy(platform: Platform, connections: number): Promise<Way & { end(): Promise<void> }> {
  const next = createLoad("copy", clockOfABillion());
  const clients = Array.from({ length: connections }, () => new pg.Client({ connectionString: platform.ownerUrl }));
  for (const client of clients) await client.connect();
  let sequence = 1;
  return {
    name: connections === 1 ? "COPY" : `COPY, ${connections} at once`,
    perRequest: NaN,
    connections,
    turn(events) {
      const texts = clients.map(() => {
        const part = next(events / connections);
        const text = copyText(part, sequence);
        sequence += part.length;
        return text;
      });
      return measure(platform, async (took) => {
        const began = performance.now();
        await Promise.all(clients.map((client, index) => copyRows(client, texts[index] ?? Buffer.of())));
        took.push(performance.now() - began);
      });
    },
    async end() {
      for (const client of clients) await client.end();
    },
  };
}
