import { setTimeout as sleep } from "node:timers/promises";
import type { Random } from "../random.ts";

/** A sender of events that records every response. */
export interface Client {
  /** IDs reported as ingested or duplicates. */
  readonly answered: ReadonlySet<string>;
  /** Requests without a response. Their events are sent again. */
  readonly lost: number;
  readonly faults: readonly string[];
  /** Sends unanswered events until all are answered, and ends. */
  finish(): Promise<void>;
}

interface ClientOptions {
  readonly index: number;
  readonly token: string;
  readonly accounts: number;
  readonly address: () => string | undefined;
  readonly random: Random;
}

interface Answer {
  readonly ingested: string[];
  readonly duplicates: string[];
  readonly failed: string[];
}

const PATIENCE_MILLISECONDS = 30_000;

export function startClient({ index, token, accounts, address, random }: ClientOptions): Client {
  const answered = new Set<string>();
  const faults: string[] = [];
  let lost = 0;
  let made = 0;
  let stopping = false;

  const event = () => {
    made += 1;
    return {
      uniqueId: `client-${index}-${made}`,
      account: `crm-${random.integer(0, accounts - 1)}`,
      eventName: "call",
      timestamp: new Date(Date.UTC(2026, 0, 1) + random.integer(0, 7 * 86_400_000)).toISOString(),
      properties: { n: random.integer(0, 999), region: random.chance(0.5) ? "eu" : "us" },
    };
  };

  /** Undefined without a response. */
  async function send(events: readonly unknown[]): Promise<Answer | undefined> {
    const url = address();
    if (url === undefined) return undefined;
    try {
      const response = await fetch(`${url}/events`, {
        method: "POST",
        headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
        body: JSON.stringify({ events }),
        signal: AbortSignal.timeout(PATIENCE_MILLISECONDS),
      });
      if (response.status === 503) {
        await response.arrayBuffer();
        return undefined;
      }
      if (response.status !== 200) {
        faults.push(`a body was answered ${response.status}: ${(await response.text()).slice(0, 300)}`);
        return { ingested: [], duplicates: [], failed: [] };
      }
      return (await response.json()) as Answer;
    } catch {
      return undefined;
    }
  }

  async function sendUntilAnswered(events: readonly { readonly uniqueId: string }[]): Promise<void> {
    for (;;) {
      const answer = await send(events);
      if (answer !== undefined) {
        for (const id of [...answer.ingested, ...answer.duplicates]) answered.add(id);
        if (answer.failed.length > 0) faults.push(`events were refused: ${answer.failed.slice(0, 3).join(", ")}`);
        const untold = events.filter((one) => !answered.has(one.uniqueId));
        if (untold.length > 0) faults.push(`${untold.length} events of an answered body were not named`);
        return;
      }
      lost += 1;
      await sleep(50);
    }
  }

  const running = (async () => {
    while (!stopping) await sendUntilAnswered(Array.from({ length: random.integer(1, 100) }, event));
  })();

  return {
    answered,
    faults,
    get lost() {
      return lost;
    },
    async finish() {
      stopping = true;
      await running;
    },
  };
}
