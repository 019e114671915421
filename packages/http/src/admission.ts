import { type Database, DomainError } from "@counterfoil/service";
import type { FastifyReply } from "fastify";

/** If a request would wait longer for a database connection, the caller is told immediately to retry later. */
const LONGEST_WAIT_MILLISECONDS = 1_000;

export interface Admission {
  /**
   * Admits a writing request until its response ends. Refuses it with a 503, before its body is read, if it would wait
   * too long.
   */
  admit(reply: FastifyReply): void;
}

/**
 * Keeps the queue for the database short: refusing a request after seconds of waiting would cost the sender those
 * seconds and the others the capacity. The expected wait follows from the number of running requests and how long each
 * currently holds a connection.
 */
export function createAdmission(connections: Database["connections"]): Admission {
  let underWay = 0;
  return {
    admit(reply) {
      const { most, heldMilliseconds } = connections();
      if (((underWay - most) * heldMilliseconds) / most > LONGEST_WAIT_MILLISECONDS) {
        throw new DomainError(
          "requests_overloaded",
          "The server receives more requests than it can process. This request changed nothing; send it again.",
        );
      }
      underWay += 1;
      reply.raw.once("close", () => (underWay -= 1));
    },
  };
}
