import { randomUUID } from "node:crypto";
import { DomainError } from "@counterfoil/service";
import type { FastifyRequest } from "fastify";

/** How the server runs one of its own operations for a tool of `/mcp`. */
export interface Run {
  /** The program that asked for it, as it named itself. The audit log shows it. */
  readonly agent: string | null;
  readonly mode: RunMode;
}

export type RunMode =
  /** As a client's request. */
  | { readonly kind: "plain" }
  /** The response names new objects and the present time in a way that is the same each time. */
  | { readonly kind: "stable" }
  /** The response is the effect that the operation would have. Everything is rolled back. */
  | { readonly kind: "trial" }
  /** Once for this key, and only if the effect has this hash. Otherwise everything is rolled back. */
  | { readonly kind: "confirmed"; readonly onceKey: string; readonly effectHash: string };

/** The runs of one server that are in progress. */
export interface Runs {
  /** Begins a run, calls `act` with the header that its request must have, and ends it. */
  during<Result>(run: Run, act: (headers: Record<string, string>) => Promise<Result>): Promise<Result>;
  /** The run of a request. Undefined for a request of a client. */
  of(request: FastifyRequest): Run | undefined;
}

/** Its value is random and known only inside the server, while the run is in progress. */
const HEADER = "counterfoil-run";

export function createRuns(): Runs {
  const inProgress = new Map<string, Run>();
  return {
    async during(run, act) {
      const name = randomUUID();
      inProgress.set(name, run);
      try {
        return await act({ [HEADER]: name });
      } finally {
        inProgress.delete(name);
      }
    },
    of({ headers }) {
      const name = headers[HEADER];
      if (name === undefined) return undefined;
      const run = inProgress.get(String(name));
      // Never an ordinary request instead: a trial would then be written.
      if (run === undefined) throw new DomainError("malformed_request", `Remove the header ${HEADER}.`);
      return run;
    },
  };
}
