/** Requests of one worker that are under way at once. */
const MOST_AT_ONCE = 64;
/** Of them those of one endpoint that answers quickly. */
const MOST_OF_ONE = 8;
/** Those of all endpoints together that are slow or fail: the others always find room. */
const MOST_OF_LAGGARDS = 32;
const SLOW_MILLISECONDS = 2_000;

interface EndpointLimit {
  busy: number;
  /** How many requests its endpoint may have at once: one more after each quick delivery, half after any other attempt. */
  width: number;
}

/**
 * How many requests each endpoint may have at once, by how it answers: one that is slow or fails comes down to a single one, so that
 * it takes no room from the others, and goes back up when it is quick.
 */
export function createEndpointLimits() {
  const limits = new Map<string, EndpointLimit>();
  const isLaggard = ({ width }: EndpointLimit) => width === 1;
  const busyOf = (chosen: (limit: EndpointLimit) => boolean) =>
    [...limits.values()].filter(chosen).reduce((sum, { busy }) => sum + busy, 0);

  return {
    /** How many more deliveries of an endpoint can be taken in hand. */
    room(endpointId: string): number {
      const limit = limits.get(endpointId) ?? { busy: 0, width: MOST_OF_ONE };
      const own = limit.width - limit.busy;
      const shared = MOST_AT_ONCE - busyOf(() => true);
      const ofLaggards = isLaggard(limit) ? MOST_OF_LAGGARDS - busyOf(isLaggard) : own;
      return Math.max(0, Math.min(own, shared, ofLaggards));
    },
    begin(endpointId: string): void {
      const limit = limits.get(endpointId) ?? { busy: 0, width: MOST_OF_ONE };
      limit.busy += 1;
      limits.set(endpointId, limit);
    },
    end(endpointId: string, { isDelivered, milliseconds }: { isDelivered: boolean; milliseconds: number }): void {
      const limit = limits.get(endpointId);
      if (limit === undefined) return;
      limit.busy -= 1;
      const isQuick = isDelivered && milliseconds < SLOW_MILLISECONDS;
      limit.width = isQuick ? Math.min(MOST_OF_ONE, limit.width + 1) : Math.max(1, Math.floor(limit.width / 2));
      // What is as it was at first needs no memory.
      if (limit.busy === 0 && limit.width === MOST_OF_ONE) limits.delete(endpointId);
    },
  };
}
