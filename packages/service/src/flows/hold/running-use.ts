import { Decimal, type DrawnInTurn, rememberedWith } from "@counterfoil/engine";
import type { CreditGrantRow, CreditHoldRow, Facts } from "@counterfoil/storage";
import type { ExpectedEvent } from "../../billing/index.ts";
import type { LoadedContract } from "../../contracts/index.ts";
import { startOfQuarter } from "../../time.ts";

/** What an account's usage costs that is not on an issued invoice, and what its grants will pay of it. */
export interface RunningUse extends Pick<DrawnInTurn, "left"> {
  /** With tax, by currency. */
  readonly total: ReadonlyMap<string, Decimal>;
  /** The part of the total that no grant pays. */
  readonly unpaid: ReadonlyMap<string, Decimal>;
  /** What counts toward each spend limit, by its ID. */
  readonly spent: ReadonlyMap<string, Decimal>;
}

/** The running use with some holds, calculated once while nothing else changes. */
export interface KnownUses {
  /** @param coming events of now that count in addition */
  of(
    holds: readonly CreditHoldRow[],
    calculate: () => Promise<RunningUse>,
    coming?: readonly ExpectedEvent[],
  ): Promise<RunningUse>;
  /** Notes what a calculation would return. */
  note(holds: readonly CreditHoldRow[], use: RunningUse): void;
  /** Notes what calculations of the next call would return, if it finds one increment more, which has this sequence. */
  noteNext(through: string, uses: readonly UseOfHolds[]): void;
}

/** The running use while these holds are open. */
export interface UseOfHolds {
  readonly holds: readonly CreditHoldRow[];
  readonly use: RunningUse;
}

/** What uses depend on, besides holds and what facts remember. */
interface UsesGiven {
  readonly now: string;
  /** The grants that can pay. */
  readonly payers: readonly CreditGrantRow[];
  readonly contracts: readonly LoadedContract[];
}

/** @param facts where uses are remembered; without them each is calculated */
export function knownUses({ now, payers, contracts }: UsesGiven, facts: Facts | undefined): KnownUses {
  if (facts === undefined) {
    return { of: (_, calculate) => calculate(), note: () => undefined, noteNext: () => undefined };
  }
  const given = [startOfQuarter(now), ...payers.map(({ id }) => id)].join(" ");
  const keyOf = (holds: readonly CreditHoldRow[]) => `${given} with ${holds.map(({ id }) => id).join(" ")}`;
  const comingKey = (events: readonly ExpectedEvent[]) =>
    JSON.stringify([
      readsLatest(contracts) ? now : "",
      events.map(({ eventName, properties }) => [eventName, properties]),
    ]);
  return {
    async of(holds, calculate, coming = []) {
      const key = coming.length === 0 ? keyOf(holds) : `${keyOf(holds)} and ${comingKey(coming)}`;
      const found = facts.findResult(key) as RunningUse | undefined;
      if (found !== undefined) return found;
      const use = await calculate();
      facts.noteResult(key, use);
      return use;
    },
    note: (holds, use) => facts.noteResult(keyOf(holds), use),
    noteNext: (through, uses) => facts.noteNext(through, new Map(uses.map(({ holds, use }) => [keyOf(holds), use]))),
  };
}

/** Whether it matters at which moment of a quarter an event happens: the latest one counts, and some are ahead of the clock. */
const readsLatest = rememberedWith((contracts: readonly LoadedContract[]) =>
  contracts.some(({ prices }) =>
    [...prices.values()].some(({ metrics }) => metrics.some(({ aggregation }) => aggregation.method === "latest")),
  ),
);

/** How much more the usage costs. Never negative. */
export function addedIn(before: RunningUse, after: RunningUse, currency: string): Decimal {
  const total = (use: RunningUse) => use.total.get(currency) ?? Decimal.zero;
  return Decimal.max(total(after).minus(total(before)), Decimal.zero);
}
