import { Decimal } from "@counterfoil/engine";
import type { ChangedHolds, ClosedHold, CreditHoldRow } from "@counterfoil/storage";
import type { ExpectedEvent } from "../../billing/index.ts";
import { DomainError } from "../../errors/index.ts";
import type { CheckedEvent, WrittenEvents } from "../../events/index.ts";
import { dearestUse, namesOfSaving } from "./dearest-use.ts";
import { withLatestStart } from "./family-limits.ts";
import type { OpenLimit } from "./open-limits.ts";
import { type AccountCredit, heldEvents, runningUse } from "./running-credit.ts";
import type { RunningUse, UseOfHolds } from "./running-use.ts";

/** In place of a hold that is to be decided. */
const COMING = "coming";

/** A hold, by its ID or by the unique ID of its caller. */
export type HoldNamed = { readonly id: string } | { readonly uniqueId: string };

/** An event of a settlement that is not stored yet. */
export interface HappenedEvent extends ExpectedEvent {
  readonly uniqueId: string;
}

/** What happened of what was held. */
interface Settled {
  readonly checked: readonly CheckedEvent[];
  readonly happened: readonly HappenedEvent[];
  /** The usage with them and with the holds that stay open. */
  readonly use: RunningUse;
}

/**
 * The credit of a locked account while several calls are decided one after the other. Each call sees what the earlier
 * ones did. The database is read once; everything is written after the last decision.
 */
export class CreditLedger {
  readonly credit: AccountCredit;
  /** Those of other accounts whose usage counts toward limits of this one. */
  relatives: readonly CreditLedger[] = [];
  /** Events that settled calls store. */
  readonly stored: CheckedEvent[] = [];
  /** Holds that calls asked for, as they were stored. */
  readonly #found: readonly CreditHoldRow[];
  readonly #made: CreditHoldRow[] = [];
  readonly #closed = new Map<string, CreditHoldRow>();
  /** The stored events, as usage that the reading does not contain. */
  #happened: readonly HappenedEvent[] = [];
  /** The usage with them, with which the next call begins. */
  #nextUses: readonly UseOfHolds[] = [];
  #use: RunningUse | undefined;

  constructor(credit: AccountCredit, found: readonly CreditHoldRow[] = []) {
    this.#found = found;
    this.credit = credit;
  }

  /** The usage with all open holds. */
  async use(): Promise<RunningUse> {
    this.#use ??= await this.useWith(this.openHolds());
    return this.#use;
  }

  /** The usage with all open holds and with those that a hold of now expects. It is calculated once for calls that ask the same. */
  useWithComing(events: readonly ExpectedEvent[]): Promise<RunningUse> {
    return this.#useOf(this.openHolds(), { coming: events });
  }

  /** The usage as if these holds were open and these events had happened. */
  useWith(holds: readonly CreditHoldRow[], happened: readonly ExpectedEvent[] = []): Promise<RunningUse> {
    return this.#useOf(holds, { happened });
  }

  async #useOf(
    holds: readonly CreditHoldRow[],
    { happened = [], coming = [] }: { happened?: readonly ExpectedEvent[]; coming?: readonly ExpectedEvent[] },
  ): Promise<RunningUse> {
    const calculate = (open: readonly CreditHoldRow[], events: readonly ExpectedEvent[]) => {
      const add = () => this.#calculate(open, [...happened, ...events]);
      return this.#happened.length + happened.length === 0 ? this.credit.uses.of(open, add, events) : add();
    };
    const saving = holds.filter((hold) => this.#canSave(hold.events));
    if (saving.length === 0 && !this.#canSave(coming)) return calculate(holds, coming);
    const others = holds.filter((hold) => !saving.includes(hold));
    const inTurn: (CreditHoldRow | typeof COMING)[] = coming.length === 0 ? saving : [...saving, COMING];
    return dearestUse(inTurn, (counted) => {
      const open = counted.filter((hold) => hold !== COMING);
      return calculate([...others, ...open], open.length < counted.length ? coming : []);
    });
  }

  /** Whether events can make usage cheaper. */
  #canSave(events: readonly Pick<ExpectedEvent, "eventName">[]): boolean {
    const names = namesOfSaving(this.credit.contracts);
    return names.size > 0 && events.some(({ eventName }) => names.has(eventName));
  }

  #calculate(holds: readonly CreditHoldRow[], events: readonly ExpectedEvent[]): Promise<RunningUse> {
    const held = heldEvents(holds, this.credit.work.clock.now());
    return runningUse(this.credit, [...this.#happened, ...held, ...events]);
  }

  /** The limits of the account and of the families that it is in. */
  limits(): OpenLimit[] {
    const others = this.relatives.map(({ credit }) => credit);
    return this.credit.limits.map((limit) => withLatestStart(limit, others));
  }

  /**
   * What counts toward each limit, by its ID.
   * @param use of this account
   * @param useOf that of a relative
   */
  async spent(use: RunningUse, useOf: (relative: CreditLedger) => Promise<RunningUse>): Promise<RunningUse["spent"]> {
    if (this.relatives.length === 0) return use.spent;
    const sums = new Map(use.spent);
    for (const relative of this.relatives) {
      const { spent } = await useOf(relative).catch((error: unknown) => refuseNaming(relative, error));
      for (const [id, sum] of sums) sums.set(id, sum.plus(spent.get(id) ?? Decimal.zero));
    }
    return sums;
  }

  openHolds(): CreditHoldRow[] {
    return [...this.credit.holds, ...this.#made].filter(({ id }) => !this.#closed.has(id));
  }

  /** A hold in its present state, of those that calls asked for. Undefined if the account has none. */
  find(by: HoldNamed): CreditHoldRow | undefined {
    const isIt = (hold: CreditHoldRow) => ("id" in by ? hold.id === by.id : hold.uniqueId === by.uniqueId);
    return (
      [...this.#closed.values()].find(isIt) ??
      this.credit.holds.find(isIt) ??
      this.#made.find(isIt) ??
      this.#found.find(isIt)
    );
  }

  /** @param use the usage with the hold */
  hold(hold: CreditHoldRow, use: RunningUse): void {
    this.#made.push(hold);
    const known = this.#known(use);
    if (this.#happened.length > 0) this.#nextUses = [...this.#nextUses, ...known];
    else for (const { holds } of known) this.credit.uses.note(holds, use);
    this.#use = use;
  }

  release(hold: CreditHoldRow, closedAt: string): void {
    const released = { id: hold.id, state: "released", settledAmount: null, settledHash: null, closedAt } as const;
    this.#closed.set(hold.id, { ...hold, ...released });
    this.#use = undefined;
  }

  /** Closes a hold, counts what happened as usage from now on, and stores it with the rest. */
  settle(hold: CreditHoldRow, closed: ClosedHold, { checked, happened, use }: Settled): void {
    this.#closed.set(hold.id, { ...hold, ...closed });
    this.stored.push(...checked);
    this.#happened = [...this.#happened, ...happened];
    this.#nextUses = this.#known(use);
    this.#use = use;
  }

  /** The usage with all open holds, unless some of them count only in turn. */
  #known(use: RunningUse): UseOfHolds[] {
    const holds = this.openHolds();
    return holds.some(({ events }) => this.#canSave(events)) ? [] : [{ holds, use }];
  }

  /** Returns what takes back all changes from here on. */
  mark(): () => void {
    const [stored, made, closed] = [this.stored.length, this.#made.length, new Map(this.#closed)];
    const [happened, nextUses, use] = [this.#happened, this.#nextUses, this.#use];
    return () => {
      this.stored.length = stored;
      this.#made.length = made;
      this.#closed.clear();
      for (const [id, hold] of closed) this.#closed.set(id, hold);
      this.#happened = happened;
      this.#nextUses = nextUses;
      this.#use = use;
    };
  }

  /** Whether an event counted as usage of now, because its period is already invoiced. */
  get isLate(): boolean {
    const timeOf = new Map(this.stored.map(({ uniqueId, timestamp }) => [uniqueId, timestamp]));
    return this.#happened.some(({ uniqueId, at }) => Date.parse(timeOf.get(uniqueId) ?? "") < at);
  }

  /** Whether the events that counted are those that became new. */
  isAsDecided({ newTimeOf }: Pick<WrittenEvents, "newTimeOf">): boolean {
    const made = new Set(this.stored.flatMap(({ uniqueId }) => (newTimeOf(uniqueId) === undefined ? [] : uniqueId)));
    return made.size === this.#happened.length && this.#happened.every(({ uniqueId }) => made.has(uniqueId));
  }

  /**
   * Notes for the next call what it would calculate first, if events will be measured as they counted: each at its time, and none at the same
   * time as another one, of which the later sequence would decide. The transaction is committed.
   */
  committed({ newTimeOf, through }: Pick<WrittenEvents, "newTimeOf" | "through">): void {
    const moments = new Set(this.#happened.map(({ eventName, at }) => `${eventName} ${at}`));
    const areAlone = moments.size === this.#happened.length;
    const areAtTheirTimes = this.#happened.every(({ uniqueId, at }) => Date.parse(newTimeOf(uniqueId) ?? "") === at);
    if (through !== null && moments.size > 0 && areAlone && areAtTheirTimes) {
      this.credit.uses.noteNext(through, this.#nextUses);
    }
  }

  /** What calls changed, to be written. A hold that was made and closed is made in its last state. */
  changes(): ChangedHolds {
    const made = new Set(this.#made.map(({ id }) => id));
    return {
      made: this.#made.map((hold) => this.#closed.get(hold.id) ?? hold),
      closed: [...this.#closed.values()].filter(({ id }) => !made.has(id)),
    };
  }
}

/** Says whose usage cannot be decided. */
function refuseNaming({ credit: { account } }: CreditLedger, error: unknown): never {
  if (!(error instanceof DomainError)) throw error;
  const detail = `The usage of ${account.id} counts toward a limit of its family. ${error.message}`;
  throw new DomainError(error.code, detail, error.faults, { cause: error });
}
