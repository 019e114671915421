import { explainLine } from "@counterfoil/service";
import type { Random } from "../random.ts";
import type { World } from "../world.ts";

const MOST_LINES = 4;

/** Recomputes some issued lines from what was frozen with them; later changes must have no effect (R-RATE-5). */
export async function checkExplained(world: World, random: Random): Promise<string[]> {
  const issued = (await world.invoices()).filter(({ number }) => number !== null);
  const lines = issued.flatMap((invoice) => invoice.lines.map((line) => ({ invoice, line })));
  // Lines that count events are affected by them.
  const counting = lines.filter(({ line }) => line.kind === "usage" || line.kind === "correction");
  const sample = [
    ...random.shuffled(counting).slice(0, MOST_LINES),
    ...random.shuffled(lines).slice(0, MOST_LINES / 2),
  ];
  const faults: string[] = [];
  for (const { invoice, line } of sample) {
    const { recomputed } = await world.platform.call((context) => explainLine(context, invoice.id, line.id));
    if (recomputed.agrees) continue;
    const differences = recomputed.differences.map((one) => JSON.stringify(one)).join(", ");
    faults.push(
      `the ${line.kind} ${line.id} of ${invoice.id} is ${line.amount} and is explained as ${recomputed.amount}: ${differences}`,
    );
  }
  return faults;
}
