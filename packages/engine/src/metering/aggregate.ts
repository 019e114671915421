import { invariant } from "../assertions.ts";
import { addSample } from "./add-sample.ts";
import type { Aggregation } from "./aggregation.ts";
import { finishAggregate, type Aggregated } from "./finish-aggregate.ts";
import { startAggregate } from "./running-aggregate.ts";
import { millisecondsOf, type Sample, type Window } from "./sample.ts";

/** The quantity of all samples at once; each must lie in the window. For a stream see {@link startAggregate}. */
export function aggregate(aggregation: Aggregation, samples: Iterable<Sample>, window: Window): Aggregated {
  const [start, end] = [millisecondsOf(window.start), millisecondsOf(window.end)];
  let running = startAggregate(aggregation);
  for (const sample of samples) {
    const at = millisecondsOf(sample.at);
    invariant(start <= at && at < end, `the sample at ${at} is outside the window`);
    running = addSample(running, sample);
  }
  return finishAggregate(running, window);
}
