import { findMetrics, type Tx } from "@counterfoil/storage";
import type { Fault } from "../errors/index.ts";

/**
 * The faults of a list of metric IDs: unknown, repeated or archived metrics. `at` is the pointer of the list.
 *
 * @param present the metrics of the list before the change, which may have been archived since
 */
export async function metricIdFaults(
  tx: Tx,
  ids: readonly string[],
  at: string,
  present: readonly string[] = [],
): Promise<Fault[]> {
  const metrics = await findMetrics(tx, ids);
  const known = new Set(metrics.map((metric) => metric.id));
  const archived = new Set(metrics.flatMap(({ id, archivedAt }) => (archivedAt === null ? [] : id)));
  return ids.flatMap((id, index): Fault[] => {
    const pointer = `${at}/${index}`;
    if (!known.has(id)) {
      return [{ pointer, code: "unknown_metric", detail: `There is no metric ${JSON.stringify(id)}.` }];
    }
    if (archived.has(id) && !present.includes(id)) {
      return [
        { pointer, code: "metric_archived", detail: `The metric ${id} is archived. Use one that is not archived.` },
      ];
    }
    if (ids.indexOf(id) === index) return [];
    return [{ pointer, code: "repeated_metric", detail: `The metric ${id} is listed twice. List each metric once.` }];
  });
}
