/** An entry of the queue. */
export interface Queued {
  /** The owner. Owners share the work equally, no matter how much each of them requests. */
  readonly owner: string;
  /** The cost of the work, in any unit. */
  readonly cost: number;
  /** Whether it is fast. An owner's fast items go before its slow ones. */
  readonly isSmall: boolean;
}

export interface FairQueue<Item extends Queued> {
  add(item: Item): void;
  /** Takes the next item, or with `smallOnly` the next small one. Undefined if there is none. */
  take(smallOnly: boolean): Item | undefined;
  readonly size: () => number;
  readonly sizeOf: (owner: string) => number;
  /** The total cost of all waiting items, or of one owner's. */
  readonly cost: (owner?: string) => number;
}

interface Placed<Item> {
  readonly item: Item;
  /** The virtual time, in cost, at which it would be finished if all owners were served at the same time. */
  readonly finish: number;
}

/**
 * Fair queueing (start-time fair queueing of packets): each item gets the virtual time at which it would be finished if
 * all owners were served at once, and the earliest goes next. A short document may go before a long one that arrived
 * earlier. The time of the long one stays fixed, so it is not delayed forever. An owner with a thousand documents
 * delays only its own.
 */
export function createFairQueue<Item extends Queued>(): FairQueue<Item> {
  /** The items of each owner in order, with separate flows for small and large ones. No flow is empty. */
  const flows = new Map<string, Placed<Item>[]>();
  /** When the last item of a flow would be finished. */
  const lastFinish = new Map<string, number>();
  let now = 0;
  let count = 0;
  let total = 0;
  /** The waiting items of each owner. */
  const owned = new Map<string, { readonly count: number; readonly cost: number }>();

  function note(owner: string, more: number, cost: number): void {
    count += more;
    total += cost;
    const { count: size, cost: sum } = owned.get(owner) ?? { count: 0, cost: 0 };
    if (size + more > 0) owned.set(owner, { count: size + more, cost: sum + cost });
    else owned.delete(owner);
  }

  return {
    add(item) {
      const name = `${item.isSmall ? "small" : "large"} ${item.owner}`;
      const finish = Math.max(now, lastFinish.get(name) ?? 0) + item.cost;
      lastFinish.set(name, finish);
      const flow = flows.get(name);
      if (flow === undefined) flows.set(name, [{ item, finish }]);
      else flow.push({ item, finish });
      note(item.owner, 1, item.cost);
    },
    take(smallOnly) {
      let best: { readonly name: string; readonly placed: Placed<Item> } | undefined;
      for (const [name, [placed]] of flows) {
        if (placed === undefined || (smallOnly && !placed.item.isSmall)) continue;
        if (best === undefined || placed.finish < best.placed.finish) best = { name, placed };
      }
      if (best === undefined) return undefined;
      const { name, placed } = best;
      const flow = flows.get(name) ?? [];
      flow.shift();
      // The virtual time advances to the item's start: its finish minus its cost.
      now = Math.max(now, placed.finish - placed.item.cost);
      if (flow.length === 0) {
        flows.delete(name);
        if ((lastFinish.get(name) ?? 0) <= now) lastFinish.delete(name);
      }
      note(placed.item.owner, -1, -placed.item.cost);
      if (count === 0) lastFinish.clear();
      return placed.item;
    },
    size: () => count,
    sizeOf: (owner) => owned.get(owner)?.count ?? 0,
    cost: (owner) => (owner === undefined ? total : (owned.get(owner)?.cost ?? 0)),
  };
}
