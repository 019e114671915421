/** Requests of one worker that are under way at once. */
const MOST_AT_ONCE = 64;
/** Of them those of one endpoint that answers quickly. */
const MOST_OF_ONE = 8;
/** Those of all endpoints together that are slow or fail: the others always find room. */
const MOST_OF_LAGGARDS = 32;
const SLOW_MILLISECONDS = 2_000;

interface Lane {
  busy: number;
  /** How many requests its endpoint may have at once: one more after each quick delivery, half after any other attempt. */
  width: number;
}

/**
 * How many requests each endpoint may have at once, by how it answers: one that is slow or fails comes down to a single one, so that
 * it takes no room from the others, and goes back up when it is quick.
 */
export function createWebhookLanes() {
  const lanes = new Map<string, Lane>();
  const isLaggard = ({ width }: Lane) => width === 1;
  const busyOf = (chosen: (lane: Lane) => boolean) =>
    [...lanes.values()].filter(chosen).reduce((sum, { busy }) => sum + busy, 0);

  return {
    /** How many more deliveries of an endpoint can be taken in hand. */
    room(endpointId: string): number {
      const lane = lanes.get(endpointId) ?? { busy: 0, width: MOST_OF_ONE };
      const own = lane.width - lane.busy;
      const shared = MOST_AT_ONCE - busyOf(() => true);
      const ofLaggards = isLaggard(lane) ? MOST_OF_LAGGARDS - busyOf(isLaggard) : own;
      return Math.max(0, Math.min(own, shared, ofLaggards));
    },
    begin(endpointId: string): void {
      const lane = lanes.get(endpointId) ?? { busy: 0, width: MOST_OF_ONE };
      lane.busy += 1;
      lanes.set(endpointId, lane);
    },
    end(endpointId: string, { isDelivered, milliseconds }: { isDelivered: boolean; milliseconds: number }): void {
      const lane = lanes.get(endpointId);
      if (lane === undefined) return;
      lane.busy -= 1;
      const isQuick = isDelivered && milliseconds < SLOW_MILLISECONDS;
      lane.width = isQuick ? Math.min(MOST_OF_ONE, lane.width + 1) : Math.max(1, Math.floor(lane.width / 2));
      // What is as it was at first needs no memory.
      if (lane.busy === 0 && lane.width === MOST_OF_ONE) lanes.delete(endpointId);
    },
  };
}
