/** Maximum number of concurrent requests of one worker. */
const MOST_AT_ONCE = 64;
/** Maximum for one endpoint that responds quickly. */
const MOST_OF_ONE = 8;
/** Maximum for all slow or failing endpoints together, so that others always have room. */
const MOST_OF_LAGGARDS = 32;
const SLOW_MILLISECONDS = 2_000;

interface EndpointLimit {
  busy: number;
  /** The current maximum for this endpoint: one more after each quick delivery, half after any other attempt. */
  width: number;
}

/**
 * Limits the concurrent requests to each endpoint by how it responds. A slow or failing endpoint goes down to one
 * request, so that it takes no room from others, and goes up again when it is quick.
 */
export function createEndpointLimits() {
  const limits = new Map<string, EndpointLimit>();
  const isLaggard = ({ width }: EndpointLimit) => width === 1;
  const busyOf = (chosen: (limit: EndpointLimit) => boolean) =>
    [...limits.values()].filter(chosen).reduce((sum, { busy }) => sum + busy, 0);

  return {
    /** How many more deliveries to an endpoint can start. */
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
      // An endpoint in its initial state needs no entry.
      if (limit.busy === 0 && limit.width === MOST_OF_ONE) limits.delete(endpointId);
    },
  };
}
