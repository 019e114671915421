import type { IngestAnswer } from "@counterfoil/service";
import type { World } from "../world.ts";
import type { Action } from "./action.ts";
import { ingest } from "./use.ts";

/** Sends events again, shuffled, from several processes at once: all are duplicates (R-EVT-3, S20). */
export const resend: Action = {
  name: "resend",
  weight: (world) => (world.sent.length > 0 ? 1.5 : 0),
  async perform(world, random) {
    const events = random.some(world.sent, 60);
    const senders = random.integer(1, 3);
    const answers = await Promise.all(
      Array.from({ length: senders }, () => {
        const order = random.shuffled(events);
        return world.platform.callBeside((context) => ingest(context, order));
      }),
    );
    for (const answer of answers) expectAll(answer, "duplicates", events.length);
    world.coverage.count("events: sent again", events.length * senders);
  },
};

/** Sends events again with other content: each is a conflict, and the first stays (S21). */
export const contradict: Action = {
  name: "contradict",
  weight: (world: World) => (world.sent.length > 0 ? 0.7 : 0),
  async perform(world, random) {
    const events = random.some(world.sent, 10).map((event) => ({
      ...event,
      properties: { ...event.properties, value: "987654321", user: "someone else" },
    }));
    expectAll(await world.platform.call((context) => ingest(context, events)), "failed", events.length);
    world.coverage.count("events: in conflict", events.length);
  },
};

function expectAll(answer: IngestAnswer, as: "duplicates" | "failed", count: number): void {
  if (answer[as].length === count) return;
  throw new Error(`${count} events were to be ${as}, and the answer is ${JSON.stringify(answer)}`);
}
