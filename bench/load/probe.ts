import type { Client } from "./sender.ts";

/** Checks that answered events are visible: reads an account's usage right after each of its events is answered. */
export interface Probe {
  /** Sends an event and reads the account's usage. */
  look(dueAt: number): Promise<void>;
  /** Events checked. */
  readonly sent: number;
  /** Readings that did not include an answered event. */
  readonly misses: number;
}

/** @param path of the API-call usage of the account `probe`. */
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
