import { ClockOff, type Context, DatabaseAway, traced } from "@counterfoil/service";
import type { WorkerPorts } from "./worker-ports.ts";

/** A pass over the organizations with work to do. */
export interface Pass {
  /** The name of its spans. */
  readonly name: string;
  readonly organizations: readonly string[];
  readonly isStopping: () => boolean;
}

/** The context in which a worker calls use cases of an organization. */
export function workerContext(ports: WorkerPorts, organizationId: string): Context {
  return { ...ports, organizationId, actor: { type: "system", id: "worker" }, requestId: null };
}

/**
 * Does the work of each organization. A failure in one does not stop the others, except if the database is unavailable
 * or the clock is wrong.
 */
export async function eachOrganization(
  ports: WorkerPorts,
  { name, organizations, isStopping }: Pass,
  work: (context: Context) => Promise<void>,
): Promise<void> {
  for (const organizationId of organizations) {
    if (isStopping()) return;
    const context = workerContext(ports, organizationId);
    const start = { name, kind: "internal" as const, facts: { "counterfoil.organization": organizationId } };
    try {
      await traced(ports.tracing, start, () => work(context));
    } catch (error) {
      if (error instanceof DatabaseAway || error instanceof ClockOff) throw error;
      ports.onError(error, organizationId);
    }
  }
}
