import {
  type Context,
  DatabaseAway,
  deliverLetters,
  deliverMails,
  deliverNotices,
  type MailDelivery,
  organizationsWithDueMail,
  remindOfInvoices,
  traced,
} from "@counterfoil/service";
import type { WorkerPorts } from "../worker-ports.ts";

/** How long a worker sends no mail after the server did not respond. Each mail also waits for its own next attempt. */
const REST_WITHOUT_SERVER_MILLISECONDS = 30_000;

/**
 * Returns the mail round of a worker: one claim for every organization with due mail, so that the many mails of one do
 * not delay the few of another. The round returns whether there may be more.
 */
export function mailRounds(
  ports: WorkerPorts,
  delivery: MailDelivery,
  isStopping: () => boolean,
): () => Promise<boolean> {
  let restsUntil = 0;
  return async () => {
    if (performance.now() < restsUntil) return false;
    const { identity, clock } = ports;
    let tried = identity === undefined ? 0 : await deliverLetters(identity, clock, delivery);
    if (identity !== undefined) tried += await deliverNotices(identity, clock, delivery);
    for (const organizationId of await organizationsWithDueMail(ports.database, ports.clock.now())) {
      if (isStopping()) return false;
      const context: Context = { ...ports, organizationId, actor: { type: "system", id: "worker" }, requestId: null };
      try {
        const start = {
          name: "deliver mails",
          kind: "internal" as const,
          facts: { "counterfoil.organization": organizationId },
        };
        const delivered = await traced(ports.tracing, start, async () => {
          await remindOfInvoices(context);
          return deliverMails(context, delivery);
        });
        tried += delivered.tried;
        if (delivered.isServerAway) {
          restsUntil = performance.now() + REST_WITHOUT_SERVER_MILLISECONDS;
          return false;
        }
      } catch (error) {
        if (error instanceof DatabaseAway) throw error;
        ports.onError(error, organizationId);
      }
    }
    return tried > 0;
  };
}
