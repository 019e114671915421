import type { Database } from "@counterfoil/storage";
import { hostOf } from "../targets.ts";
import type { WebhookSender } from "../webhooks/index.ts";
import { traced, type Tracing } from "./tracing.ts";

/** The database with a span around each transaction, that is, around each use case. */
export function tracedDatabase(database: Database, tracing: Tracing): Database {
  return {
    ...database,
    transaction: (organizationId, work) =>
      traced(
        tracing,
        {
          name: "transaction",
          kind: "client",
          facts: { "db.system.name": "postgresql", "counterfoil.organization": organizationId },
        },
        () => database.transaction(organizationId, work),
      ),
  };
}

/** The webhook sender with a span around each request. The receiver can continue the trace. */
export function tracedWebhooks(sender: WebhookSender, tracing: Tracing): WebhookSender {
  return {
    send: (request) => {
      // A URL may contain a secret in its path or query, so only its host is recorded.
      const facts = { "http.request.method": "POST", "server.address": hostOf(new URL(request.url)) };
      return traced(tracing, { name: "webhook", kind: "client", facts }, async (span) => {
        const headers = span === undefined ? request.headers : { ...request.headers, traceparent: span.traceparent };
        const answer = await sender.send({ ...request, headers });
        if (answer.statusCode === null) span?.note({ "error.type": "no answer" });
        else span?.note({ "http.response.status_code": answer.statusCode });
        return answer;
      });
    },
  };
}
