import { invariant } from "../assertions.ts";
import { addSampleWithin } from "./add-sample-within.ts";
import type { Aggregation } from "./aggregation.ts";
import { countedTimeOf } from "./counted-time.ts";
import { finishAggregate, type Aggregated } from "./finish-aggregate.ts";
import { startAggregate } from "./running-aggregate.ts";
import { millisecondsOf, type Sample, type Window } from "./sample.ts";

/** The quantity of all samples at once. Each must be in the window. For a stream, use {@link startMeasurement}. */
export function aggregate(aggregation: Aggregation, samples: Iterable<Sample>, window: Window): Aggregated {
  const time = countedTimeOf(window);
  let running = startAggregate(aggregation);
  for (const sample of samples) {
    const at = millisecondsOf(sample.at);
    invariant(time.start <= at && at < time.end, `the sample at ${at} is outside the window`);
    running = addSampleWithin(running, sample, time);
  }
  return finishAggregate(running, window);
}
