import { type RejectedEvent, takeRejectedEvents } from "@counterfoil/storage";
import { type Context, transact } from "../context.ts";
import { notifyAll } from "../record.ts";

/** The data of `event.rejected`: the events of one minute that were refused. */
export interface ToldRejections {
  /** The minute, half-open. */
  from: string;
  to: string;
  /** The number of events. */
  rejected: number;
  reasons: { code: string; rejected: number; samples: RejectedEvent[] }[];
}

const MINUTE_MILLISECONDS = 60_000;

/**
 * Notifies about the events rejected in minutes that are over (R-HOOK-1): one notification for each minute, however
 * many events there were. Returns the number of notifications.
 */
export function tellRejections(context: Context): Promise<number> {
  return transact(context, async (work) => {
    const taken = await takeRejectedEvents(work.tx, work.clock.now());
    const told = [...Map.groupBy(taken, ({ minute }) => minute)].map(([minute, rows]): ToldRejections => {
      const reasons = rows.map(({ code, events, samples }) => ({ code, rejected: events, samples }));
      const rejected = reasons.reduce((sum, reason) => sum + reason.rejected, 0);
      const to = new Date(Date.parse(minute) + MINUTE_MILLISECONDS).toISOString();
      return { from: minute, to, rejected, reasons };
    });
    await notifyAll(
      work,
      told.map((data) => ({ type: "event.rejected", objectId: work.organizationId, data })),
    );
    return told.length;
  });
}
