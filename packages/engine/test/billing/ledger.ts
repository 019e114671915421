import { Temporal } from "temporal-polyfill";
import {
  type AdjustmentDue,
  assembleInvoice,
  type BillingPlan,
  type Contract,
  type ContractPrice,
  type ContractVersion,
  Decimal,
  decideLines,
  describeLine,
  earlier,
  groupKey,
  type InvoiceLineDraft,
  isBefore,
  isUsageSlot,
  type LateUsage,
  later,
  nextBillingDate,
  planBilling,
  planReopening,
  possibleAdjustments,
  type PricedAmount,
  type ProrationPolicy,
  recomputeLine,
  type SlotUsage,
  type SpentBefore,
  type UsageGroup,
  type UsageSlot,
} from "../../src/index.ts";
import { spentOf } from "./spent-of.ts";
import { date } from "./support.ts";

interface LedgerLine {
  readonly on: Temporal.PlainDate;
  readonly line: InvoiceLineDraft;
}

interface UsageOfDay {
  readonly priceId: string;
  readonly day: Temporal.PlainDate;
  readonly quantity: Decimal;
  readonly group: UsageGroup | null;
}

/**
 * Bills one contract through its life and stores its lines in memory, as the service does with a database. The engine
 * makes all decisions. This class decides when to call the engine, and with which earlier lines. It returns `false` for
 * days that the service would refuse: past days, and days before what is billed.
 */
export class Ledger {
  contract: Contract;
  /** Everything due up to this date is billed. */
  today: Temporal.PlainDate;
  readonly entries: LedgerLine[] = [];
  readonly lines: InvoiceLineDraft[] = [];
  readonly #linesOfPrice = new Map<string | null, InvoiceLineDraft[]>();
  readonly #usage: UsageOfDay[] = [];
  #late: LateUsage[] = [];
  #next: Temporal.PlainDate | null;
  #billedOn: Temporal.PlainDate | null = null;
  /** Called after each billed date. */
  onBilled: (on: Temporal.PlainDate) => void = () => {};

  /** `today` may be before the contract's start: then nothing is billed yet. */
  constructor(contract: Contract, today = contract.startsOn) {
    this.contract = contract;
    this.today = today;
    this.#next = nextBillingDate(contract, null);
    this.advanceTo(today);
  }

  /** The next date on which something may fall due. */
  get next(): Temporal.PlainDate | null {
    return this.#next;
  }

  /** Bills each date that falls due up to `today`, in order. */
  advanceTo(today: Temporal.PlainDate): this {
    this.today = later(this.today, today);
    while (this.#next !== null && !isBefore(this.today, this.#next)) {
      this.#billDue(this.#next);
      this.#next = nextBillingDate(this.contract, this.#next);
    }
    return this;
  }

  /** Bills every single day after `today` up to `through`, whether or not something is expected on it. */
  lookOnEachDay(through: Temporal.PlainDate): this {
    while (isBefore(this.today, through)) {
      this.today = this.today.add({ days: 1 });
      this.#billDue(this.today);
    }
    this.#next = nextBillingDate(this.contract, through);
    return this;
  }

  /** What would be billed on a date, as far as is known today. */
  foresee(on: Temporal.PlainDate): readonly InvoiceLineDraft[] {
    return this.#decide(planBilling(this.contract, on, this.#late));
  }

  /** Sells these prices from a day on. */
  change(on: Temporal.PlainDate, prices: readonly ContractPrice[], proration: ProrationPolicy = "prorate"): boolean {
    if (!this.#isOpen(on) || isBefore(on, this.contract.startsOn)) return false;
    const isAfterBilling = this.#billedOn?.equals(on) === true;
    const id = `v${this.contract.versions.length + 1}`;
    const added = { id, startsOn: on, endsOn: null, proration, isAfterBilling, prices };
    // By start. Versions with the same start are in order of publication.
    const sorted = [...this.contract.versions, added].toSorted((a, b) =>
      Temporal.PlainDate.compare(a.startsOn, b.startsOn),
    );
    const versions = sorted.map((version, index): ContractVersion => ({
      ...version,
      endsOn: sorted[index + 1]?.startsOn ?? null,
    }));
    return this.#revise({ ...this.contract, versions }, on);
  }

  pause(startsOn: Temporal.PlainDate, endsOn: Temporal.PlainDate | null = null): boolean {
    if (!this.#isOpen(startsOn) || this.#pause() !== undefined) return false;
    const isBilled = this.#billedOn?.equals(startsOn) === true;
    const sold = this.contract.versions.findLast((version) => !isBefore(startsOn, version.startsOn));
    const billedVersionId = isBilled ? (sold?.id ?? null) : null;
    const pauses = [...this.contract.pauses, { startsOn, endsOn, billedVersionId }];
    return this.#revise({ ...this.contract, pauses }, startsOn);
  }

  resume(endsOn: Temporal.PlainDate): boolean {
    const pause = this.#pause();
    if (!this.#isOpen(endsOn) || pause === undefined) return false;
    const others = this.contract.pauses.filter((other) => other !== pause);
    const isNothing = !isBefore(pause.startsOn, endsOn);
    const pauses = isNothing ? others : [...others, { ...pause, endsOn }];
    return this.#revise({ ...this.contract, pauses }, isNothing ? pause.startsOn : endsOn);
  }

  cancel(endsOn: Temporal.PlainDate, creditsAfterEnd = true): boolean {
    if (!this.#isOpen(endsOn) || this.contract.endsOn !== null) return false;
    return this.#revise({ ...this.contract, endsOn, creditsAfterEnd }, endsOn);
  }

  withdraw(): boolean {
    const { endsOn } = this.contract;
    if (endsOn === null || !isBefore(this.today, endsOn)) return false;
    return this.#revise({ ...this.contract, endsOn: null, creditsAfterEnd: true }, endsOn);
  }

  /**
   * Usage of a day. If that day is already invoiced, the usage is corrected on the next invoice, or immediately if
   * there is none.
   */
  use(priceId: string, day: Temporal.PlainDate, quantity: string, group: UsageGroup | null = null): void {
    this.#usage.push({ priceId, day, quantity: Decimal.of(quantity), group });
    const invoiced = this.lines.flatMap(({ kind, priceId: billedId, versionId, service, countedOn }) => {
      const isOfDay = kind === "usage" && !isBefore(day, countedOn) && isBefore(day, service.end);
      return isOfDay && billedId === priceId && versionId !== null ? [{ priceId, versionId, service }] : [];
    });
    this.#late.push(...invoiced);
    if (this.#late.length > 0 && this.#next === null) this.#billDue(this.today);
  }

  /** One text per line: `billed on  service  name amount`. */
  print(): string[] {
    return this.entries.map(
      ({ on, line }) =>
        `${on}  ${line.service.start}→${line.service.end}  ${describeLine(line.text)} ${line.amount.toFixed(2)}`,
    );
  }

  /** Whether a day is in a running contract and not before what was billed. */
  #isOpen(day: Temporal.PlainDate): boolean {
    const { endsOn } = this.contract;
    const hasEnded = endsOn !== null && !isBefore(this.today, endsOn);
    const isBilled = this.#billedOn !== null && isBefore(day, this.#billedOn);
    return !hasEnded && !isBilled && !isBefore(day, this.today);
  }

  /** The current or future pause. */
  #pause() {
    return this.contract.pauses.find(({ endsOn }) => endsOn === null || isBefore(this.today, endsOn));
  }

  /**
   * Bills the effects of a change: on the last billed date, if the change starts there, and on all days that are past.
   */
  #revise(contract: Contract, changedOn: Temporal.PlainDate): true {
    const open = this.#next === null ? changedOn : earlier(changedOn, this.#next);
    const before = open.subtract({ days: 1 });
    const settled = this.#billedOn === null ? before : later(before, this.#billedOn);
    this.contract = contract;
    this.#next = nextBillingDate(contract, settled);
    if (this.#billedOn?.equals(changedOn) === true) this.#bill(changedOn, planBilling(contract, changedOn));
    this.advanceTo(this.today);
    const reaching = this.lines.filter((line) => isBefore(this.today, line.service.end));
    this.#bill(this.today, planReopening(contract, this.today, reaching));
    return true;
  }

  /** Bills what falls due on a day, with pending corrections. */
  #billDue(on: Temporal.PlainDate): void {
    const late = this.#late;
    this.#late = [];
    this.#bill(on, planBilling(this.contract, on, late));
  }

  #bill(on: Temporal.PlainDate, plan: BillingPlan): void {
    const lines = this.#decide(plan);
    for (const line of lines) {
      this.entries.push({ on, line });
      this.lines.push(line);
      const ofPrice = this.#linesOfPrice.get(line.priceId) ?? [];
      this.#linesOfPrice.set(line.priceId, [...ofPrice, line]);
    }
    if (lines.length > 0) this.#billedOn = on;
    this.onBilled(on);
  }

  #decide(plan: BillingPlan): readonly InvoiceLineDraft[] {
    const decided = decideLines(this.contract, plan, {
      usageOf: (slot) => this.#usageOf(slot),
      billedLines: (priceId) => this.#linesOfPrice.get(priceId)?.filter((line) => line.adjustmentId === null) ?? [],
      letGoLines: () => [],
    });
    // The database is queried for all of them at once, so an adjustment that was not foreseen would count from zero. A
    // percentage needs only the lines at hand.
    const foreseen = new Set(possibleAdjustments(this.contract, plan.on, decided).map(keyOf));
    const spentBefore = (due: AdjustmentDue) => {
      const looksBack = due.kind !== "discount" || due.source.type === "amount";
      if (looksBack && !foreseen.has(keyOf(due))) throw new Error(`${keyOf(due)} was not foreseen`);
      return this.spentBefore(due);
    };
    const lines = assembleInvoice(this.contract, plan, decided, spentBefore)?.lines ?? [];
    this.#proveThatTheyComeOutAgain(plan, lines);
    return lines;
  }

  /** The frozen data of a line must determine its amount, whatever happened to the contract (R-RATE-5). */
  #proveThatTheyComeOutAgain({ slots }: BillingPlan, lines: readonly InvoiceLineDraft[]): void {
    const { currency, conversionRate, versions } = this.contract;
    const amounts = lines.map(({ amount }) => amount);
    for (const line of lines) {
      const { basis, exactAmount, steps, notes } = line.explanation;
      const slot = slots.find((one): one is UsageSlot => isUsageSlot(one) && isLineOf(line, one));
      const sold = versions.flatMap(({ prices }) => prices).find(({ id }) => id === line.priceId);
      const frozen = { ...line, billedIn: { currency, conversionRate }, model: sold?.model ?? null, basis };
      const again = recomputeLine(frozen, slot === undefined ? null : this.#usageOf(slot), amounts);
      const { quantity, unitPrice, amount } = line;
      const expected = figures({ quantity, unitPrice, amount, steps, notes, exactAmount });
      const { usage } = again;
      if (figures(again) !== expected) {
        throw new Error(`${describeLine(line.text)} was ${expected} and comes out as ${figures(again)}`);
      }
      const stated = line.explanation.usage;
      if (JSON.stringify(usage) !== JSON.stringify(stated))
        throw new Error(`${describeLine(line.text)} counts other usage`);
    }
  }

  #usageOf(slot: UsageSlot): SlotUsage {
    const isIn = (day: Temporal.PlainDate, start: Temporal.PlainDate, end: Temporal.PlainDate) =>
      !isBefore(day, start) && isBefore(day, end);
    const counted = this.#usage.filter(
      ({ priceId, day }) =>
        priceId === slot.price.id &&
        isIn(day, slot.countsFrom, slot.service.end) &&
        !slot.gaps.some((gap) => isIn(day, gap.start, gap.end)),
    );
    const groups = [...Map.groupBy(counted, ({ group }) => groupKey(group)).values()].flatMap((own) => {
      const values = own[0]?.group ?? null;
      return values === null ? [] : [{ values, usage: usageSum(own) }];
    });
    return { total: usageSum(counted), groups };
  }

  /** The amounts of the lines in an adjustment's period and scope, as the database query returns them. */
  spentBefore(due: Pick<AdjustmentDue, "source" | "period" | "rank">): SpentBefore {
    return spentOf(this.contract, this.lines, due);
  }
}

/** The same figures give the same text. */
function figures(line: Omit<PricedAmount, "ratedUnitPrice">): string {
  const { quantity, unitPrice, amount, steps, notes, exactAmount } = line;
  return JSON.stringify({ quantity, unitPrice, amount, steps, notes, exactAmount });
}

function isLineOf({ kind, priceId, versionId, service }: InvoiceLineDraft, slot: UsageSlot): boolean {
  const isOfPrice = kind === slot.kind && priceId === slot.price.id && versionId === slot.versionId;
  return isOfPrice && service.start.equals(slot.service.start) && service.end.equals(slot.service.end);
}

function keyOf({ rank, source, period }: AdjustmentDue): string {
  return `adjustment ${source.id} of place ${rank} for ${period.start}→${period.end}`;
}

export function amountOf(lines: readonly InvoiceLineDraft[]): Decimal {
  return Decimal.sum(lines.map((line) => line.amount));
}

function usageSum(usage: readonly UsageOfDay[]) {
  const quantity = Decimal.sum(usage.map((one) => one.quantity));
  return { quantity, eventCount: Decimal.ofInteger(usage.length) };
}

/** A ledger with everything due up to a date billed. */
export function billedTo(contract: Contract, today: string): Ledger {
  return new Ledger(contract).advanceTo(date(today));
}
