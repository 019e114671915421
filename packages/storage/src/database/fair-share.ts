import { DatabaseAway } from "./database-away.ts";

/** Reserves part of a scarce resource for others, however much one organization asks for. */
export interface FairShare {
  /**
   * Resolves when the owner may take one more. Requests of one owner are served in order.
   *
   * @throws DatabaseAway after waiting too long while the owner's other requests hold its share
   */
  take(owner: string): Promise<void>;
  give(owner: string): void;
  readonly waiting: () => number;
}

interface Owned {
  held: number;
  /** Waiting requests in order. Each function is called once, when it is the request's turn. */
  readonly waiting: Set<() => void>;
}

/** @param most the maximum that one owner may hold at a time */
export function createFairShare(most: number, waitMilliseconds: number): FairShare {
  /** Owners that hold at least one. */
  const owners = new Map<string, Owned>();
  let waiting = 0;

  function wait(owned: Owned): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = (): void => {
      clearTimeout(timer);
      owned.waiting.delete(admit);
      waiting -= 1;
    };
    const admit = (): void => {
      leave();
      owned.held += 1;
      resolve();
    };
    const timer = setTimeout(() => {
      leave();
      reject(new DatabaseAway({ cause: new Error(`all ${most} connections of the organization are in use`) }));
    }, waitMilliseconds);
    owned.waiting.add(admit);
    waiting += 1;
    return promise;
  }

  return {
    async take(owner) {
      const owned = owners.get(owner) ?? { held: 0, waiting: new Set() };
      owners.set(owner, owned);
      if (owned.held < most) owned.held += 1;
      else await wait(owned);
    },
    give(owner) {
      const owned = owners.get(owner);
      if (owned === undefined) return;
      owned.held -= 1;
      const [next] = owned.waiting;
      next?.();
      if (owned.held === 0) owners.delete(owner);
    },
    waiting: () => waiting,
  };
}
