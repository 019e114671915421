import { performance } from "node:perf_hooks";
import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const LOOK_EVERY_MILLISECONDS = 10_000;
/** The event loop of an idle server is busy for 1 to 2 % of the time. */
const MOST_BUSY = 0.05;
/** A collection stops the process for about 0.1 s, so it must be worth it. */
const LEAST_BYTES = 50_000_000;

/**
 * Returns the memory of garbage to the system while nothing happens. After a load, V8 keeps a heap of several times what is in use
 * until the next collection, which an idle server may not reach for hours.
 *
 * @returns ends it
 */
export function releaseMemoryWhenIdle(lookEveryMilliseconds = LOOK_EVERY_MILLISECONDS): () => void {
  let before = performance.eventLoopUtilization();
  let released = 0;
  const timer = setInterval(() => {
    const { utilization } = performance.eventLoopUtilization(before);
    before = performance.eventLoopUtilization();
    if (utilization > MOST_BUSY || heapBytes() - released < LEAST_BYTES) return;
    collectGarbage();
    released = heapBytes();
  }, lookEveryMilliseconds);
  timer.unref();
  return () => clearInterval(timer);
}

function heapBytes(): number {
  return getHeapStatistics().total_heap_size;
}

/** Node gives programs no other way to do this than a flag of V8, which new contexts see. */
function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as (options: { type: "major" }) => void;
  collect({ type: "major" });
}
