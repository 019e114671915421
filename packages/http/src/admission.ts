import { type Database, DomainError } from "@counterfoil/service";
import type { FastifyReply } from "fastify";

/** Whoever would wait longer for a connection of the database is told at once to come back. */
const LONGEST_WAIT_MILLISECONDS = 1_000;

export interface Admission {
  /** Takes a request that writes, until it is answered. Refuses with a 503, before its body is read, one that would wait too long. */
  admit(reply: FastifyReply): void;
}

/**
 * Keeps the queue for the database short: a request that is refused after seconds of waiting costs its sender those seconds, and
 * the others the room. How long one would wait follows from how many are under way and how long each holds a connection lately.
 */
export function createAdmission(connections: Database["connections"]): Admission {
  let underWay = 0;
  return {
    admit(reply) {
      const { most, heldMilliseconds } = connections();
      if (((underWay - most) * heldMilliseconds) / most > LONGEST_WAIT_MILLISECONDS) {
        throw new DomainError(
          "requests_overloaded",
          "More requests arrive than can be done. This one changed nothing.",
        );
      }
      underWay += 1;
      reply.raw.once("close", () => (underWay -= 1));
    },
  };
}
