import type { Client } from "./sender.ts";

/** Whether what was answered can be seen: an account whose every event is looked for right after its answer. */
export interface Probe {
  /** Sends an event and reads the account's usage. */
  look(dueAt: number): Promise<void>;
  /** Events that were looked for. */
  readonly sent: number;
  /** Readings that did not show an event that had been answered before. */
  readonly misses: number;
}

/** @param path of the usage of API calls of the account `probe`. */
export function createProbe(client: Client, path: string): Probe {
  let [sent, misses] = [0, 0];
  return {
    async look(dueAt) {
      const event = {
        uniqueId: `probe-${sent + 1}`,
        account: "probe",
        eventName: "api_call",
        timestamp: new Date().toISOString(),
        properties: { endpoint: "probe", region: "eu-central-1", status: 200, milliseconds: 1, user: "probe" },
      };
      await client.sendEvents("single", dueAt, JSON.stringify(event));
      sent += 1;
      const answeredAt = performance.now();
      for (;;) {
        const { eventCount } = JSON.parse(await client.send("probe", answeredAt, "GET", path)) as {
          eventCount: number;
        };
        if (eventCount > sent) throw new Error(`${sent} events were sent, and ${eventCount} count`);
        if (eventCount === sent) return;
        misses += 1;
      }
    },
    get sent() {
      return sent;
    },
    get misses() {
      return misses;
    },
  };
}
