import { addEvent, carryLevel, type MeasuredEvent, type Measurement } from "@counterfoil/engine";

/** Windows of one `weighted_sum` that are measured in one pass over its events, in any order of events. */
export interface LevelWindows {
  add(event: MeasuredEvent): void;
  /** Call it after the last event. */
  finish(): void;
}

/**
 * Every window needs all events before its end. Each event is added to one window, and later windows take over the
 * level.
 */
export function levelWindows(measurements: readonly Measurement[]): LevelWindows {
  const chains = toChains(measurements);
  return {
    add(event) {
      for (const chain of chains) {
        const first = chain[firstEndingAfter(chain, event.at)];
        if (first !== undefined) addEvent(first, event);
      }
    },
    finish() {
      for (const chain of chains) {
        chain.reduce((before, window) => {
          carryLevel(before, window);
          return window;
        });
      }
    },
  };
}

/**
 * Arranges the windows in as few chains as possible. In each chain, windows follow one another. A period and its days
 * need two chains.
 */
function toChains(measurements: readonly Measurement[]): Measurement[][] {
  const chains: Measurement[][] = [];
  for (const measurement of measurements.toSorted((a, b) => a.time.start - b.time.start)) {
    const chain = chains.find((each) => (each.at(-1)?.time.end ?? 0) <= measurement.time.start);
    if (chain === undefined) chains.push([measurement]);
    else chain.push(measurement);
  }
  return chains;
}

function firstEndingAfter(chain: readonly Measurement[], at: number): number {
  let [low, high] = [0, chain.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((chain[middle]?.time.end ?? 0) > at) high = middle;
    else low = middle + 1;
  }
  return low;
}
