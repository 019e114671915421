import { findMetrics, type Tx } from "@counterfoil/storage";
import type { Fault } from "../errors/fault.ts";

/** What is wrong with a list of metric ids: some that do not exist, some named twice. `at` is where the list stands. */
export async function metricIdFaults(tx: Tx, ids: readonly string[], at: string): Promise<Fault[]> {
  const known = new Set((await findMetrics(tx, ids)).map((metric) => metric.id));
  return ids.flatMap((id, index): Fault[] => {
    const pointer = `${at}/${index}`;
    if (!known.has(id)) {
      return [{ pointer, code: "unknown_metric", detail: `There is no metric ${JSON.stringify(id)}.` }];
    }
    if (ids.indexOf(id) === index) return [];
    return [{ pointer, code: "repeated_metric", detail: `The metric ${id} is named twice.` }];
  });
}
