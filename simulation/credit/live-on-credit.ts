import { setTimeout as sleep } from "node:timers/promises";
import type { Environment } from "@counterfoil/testkit/environment";
import { addDays } from "../auditor/calendar.ts";
import { placesOf } from "../auditor/currency.ts";
import { Rational } from "../auditor/rational.ts";
import { Random } from "../random.ts";
import { answerFaults, type ComputedAnswer, type CreditAnswer, creditFaults, invoiceFaults } from "./compare-credit.ts";
import { drawFor, heldEvents, invoiceOf, isOpen, periodOf, sumsOf } from "./compute-credit.ts";
import { makePrepaid, type Prepaid } from "./make-organization.ts";
import { type NewHold, newHold } from "./new-hold.ts";
import { type CreditEvent, dayAt, issuedAt, midnight } from "./records.ts";

const HOUR = 3_600_000;
const MINUTE = 60_000;
const STEPS = 40;

export interface CreditSeed {
  readonly faults: readonly string[];
  /** How often each kind of thing happened. */
  readonly counts: ReadonlyMap<string, number>;
}

/**
 * A random history of one prepaid account: usage in any order, amended, voided and late events, holds that are settled,
 * released or expire, grants with priorities, products and expiry, changes of prices and pauses, in several currencies.
 * After each step its credit is compared with the auditor's, and so is each invoice (R-CREDIT-1, R-CREDIT-2).
 */
export async function liveOnCredit(environment: Environment, seed: number, steps = STEPS): Promise<CreditSeed> {
  const random = new Random(`credit ${seed}`);
  const counts = new Map<string, number>();
  const history = new CreditHistory(await makePrepaid(environment, random.fork("organization")), random, counts);
  await history.grant();
  for (let step = 1; step <= steps; step += 1) {
    const name = await history.step();
    const faults = [...history.faults, ...(await creditFaults(history.prepaid.api, history.prepaid.record))];
    if (faults.length > 0) return { faults: faults.map((one) => `step ${step}, ${name}: ${one}`), counts };
  }
  await history.passTo(history.prepaid.record.now + 100 * 24 * HOUR);
  const { api, record } = history.prepaid;
  const faults = [...history.faults, ...(await creditFaults(api, record)), ...(await invoiceFaults(api, record))];
  return { faults, counts };
}

class CreditHistory {
  readonly prepaid: Prepaid;
  readonly faults: string[] = [];
  readonly #random: Random;
  readonly #counts: Map<string, number>;
  #made = 0;

  constructor(prepaid: Prepaid, random: Random, counts: Map<string, number>) {
    this.prepaid = prepaid;
    this.#random = random;
    this.#counts = counts;
  }

  async step(): Promise<string> {
    const { record } = this.prepaid;
    const [name, act] = this.#random.weighted<readonly [string, () => Promise<unknown>]>([
      [5, ["use", () => this.use()]],
      [3, ["pass", () => this.passTo(record.now + this.#random.integer(1, 130) * HOUR + 7 * MINUTE)]],
      [4, ["hold", () => this.hold()]],
      [3, ["settle", () => this.settle()]],
      [1, ["release", () => this.release()]],
      [1, ["correct", () => this.correct()]],
      [1.5, ["grant", () => this.grant()]],
      [0.6, ["change", () => this.change()]],
      [0.5, ["pause", () => this.pause()]],
    ]);
    await act();
    return name;
  }

  #count(name: string): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  #compare(name: string, answer: CreditAnswer, computed: ComputedAnswer): void {
    this.faults.push(...answerFaults(name, answer, computed));
  }

  #name(kind: string): string {
    this.#made += 1;
    return `${kind}-${this.#made}`;
  }

  async grant(): Promise<void> {
    const { api, record } = this.prepaid;
    const contract = this.#random.pick(record.contracts);
    const { currency } = contract;
    const places = placesOf(currency);
    const amount = this.#random.integer(1, this.#random.pick([10_000, 100_000])) / (places === 0 ? 1 : 100);
    const inDays = (most: number) => record.now + this.#random.integer(1, most * 24) * HOUR + 11 * MINUTE;
    const expiresAt = this.#random.chance(0.5) ? inDays(60) : null;
    const effectiveAt = expiresAt === null && this.#random.chance(0.2) ? inDays(20) : record.now;
    const [first] = contract.sold;
    // With tax, the auditor does not split invoices by product.
    const isScoped = record.taxPercent === 0 && first !== undefined && this.#random.chance(0.3);
    const body = {
      amount: amount.toFixed(places),
      currency,
      priority: this.#random.integer(1, 3),
      expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString(),
      effectiveAt: new Date(effectiveAt).toISOString(),
      productIds: isScoped ? [first.price.productId] : [],
    };
    const { id } = await api.post(`/accounts/${record.accountId}/credit-grants`, body);
    const whole = Rational.of(body.amount);
    record.grants.push({ ...body, id, amount: whole, left: whole, effectiveAt, expiresAt });
    this.#count(expiresAt === null ? "grant" : "grant that expires");
    if (isScoped) this.#count("grant for a product");
    if (effectiveAt > record.now) this.#count("grant for later");
    if (currency !== "EUR") this.#count("grant in another currency");
  }

  /** An event now or earlier in a period that is not issued. */
  async use(): Promise<void> {
    const { api, record } = this.prepaid;
    const contract = this.#random.pick(record.contracts);
    const first = midnight(record, periodOf(contract, contract.issued).start);
    if (first > record.now) return;
    const at = this.#random.chance(0.5)
      ? record.now
      : first + Math.floor(((record.now - first) / MINUTE) * this.#random.next()) * MINUTE;
    const { eventName } = this.#random.pick(contract.sold).price;
    const event = { uniqueId: this.#name("e"), eventName, at, quantity: this.#random.integer(0, 60) };
    await api.post("/events", { events: [this.#sent(event)] });
    record.events.set(event.uniqueId, event);
    this.#count(dayAt(record, at) < dayAt(record, record.now) ? "event, late" : "event");
  }

  #sent({ uniqueId, eventName, at, quantity }: CreditEvent): object {
    const timestamp = new Date(at).toISOString();
    return { uniqueId, account: this.prepaid.record.accountId, eventName, timestamp, properties: { n: quantity } };
  }

  /** Amends or voids an event of a period that is not issued. */
  async correct(): Promise<void> {
    const { api, record } = this.prepaid;
    const open = [...record.events.values()].filter(({ eventName, at }) => {
      const contract = record.contracts.find(({ sold }) => sold.some(({ price }) => price.eventName === eventName));
      return contract !== undefined && dayAt(record, at) >= periodOf(contract, contract.issued).start;
    });
    if (open.length === 0) return;
    const event = this.#random.pick(open);
    if (this.#random.chance(0.5)) {
      await api.post(`/events/${event.uniqueId}/void`, {});
      record.events.delete(event.uniqueId);
      this.#count("void");
    } else {
      event.quantity = this.#random.integer(0, 60);
      await api.post(`/events/${event.uniqueId}/amend`, { properties: { n: event.quantity } });
      this.#count("amendment");
    }
  }

  async hold(): Promise<void> {
    const { api, record } = this.prepaid;
    const made = newHold(record, this.#random, this.#name("h"));
    if (made === undefined) return;
    this.#held(made, await api.post<CreditAnswer>(`/accounts/${record.accountId}/credit/hold`, made.body));
  }

  /** Compares the answer of a hold, and notes the hold. */
  #held({ currency, events, expiresInSeconds }: NewHold, answer: CreditAnswer): void {
    const { record } = this.prepaid;
    const others = heldEvents(record);
    const before = sumsOf(record, others, currency);
    const after = sumsOf(record, [...others, ...events], currency);
    const isAllowed = after.unpaid.compare(before.unpaid) <= 0;
    const amount = Rational.larger(after.total.minus(before.total), Rational.zero);
    const { available } = isAllowed ? after : before;
    this.#compare("hold", answer, { allowed: isAllowed, amount, available, currency });
    this.#count(isAllowed ? "hold" : "hold, refused");
    if (!answer.allowed) return;
    const expiresAt = record.now + expiresInSeconds * 1_000;
    record.holds.push({ id: String(answer.holdId), currency, events, expiresAt, isClosed: false });
  }

  /** Settles a hold, in some cases with the call that holds for the next step. */
  async settle(): Promise<void> {
    const { api, record } = this.prepaid;
    const hold = this.#openHold();
    if (hold === undefined) return;
    const events = hold.events.map(({ eventName, quantity }) => ({
      uniqueId: this.#name("s"),
      eventName,
      at: record.now,
      quantity: this.#random.integer(0, Math.ceil(quantity * 1.3)),
    }));
    const body = { holdId: hold.id, events: events.map((event) => this.#sent(event)) };
    const path = `/accounts/${record.accountId}/credit`;
    const next = this.#random.chance(0.5) ? newHold(record, this.#random, this.#name("h")) : undefined;
    const answer =
      next === undefined
        ? { settled: await api.post<CreditAnswer>(`${path}/settle`, body) }
        : await api.post<CreditAnswer & { settled: CreditAnswer }>(`${path}/hold`, { ...next.body, settle: body });
    hold.isClosed = true;
    const others = heldEvents(record);
    const before = sumsOf(record, others, hold.currency);
    for (const event of events) record.events.set(event.uniqueId, event);
    const after = sumsOf(record, others, hold.currency);
    const cost = Rational.larger(after.total.minus(before.total), Rational.zero);
    const settled = { ...answer.settled, currency: hold.currency };
    this.#compare("settlement", settled, { amount: cost, available: after.available, currency: hold.currency });
    this.#count("settlement");
    if (next === undefined || !("allowed" in answer)) return;
    this.#count("settlement that holds for the next step");
    this.#held(next, answer);
  }

  async release(): Promise<void> {
    const { api, record } = this.prepaid;
    const hold = this.#openHold();
    if (hold === undefined) return;
    await api.post(`/accounts/${record.accountId}/credit/release`, { holdId: hold.id });
    hold.isClosed = true;
    this.#count("release");
  }

  #openHold() {
    const open = this.prepaid.record.holds.filter((hold) => isOpen(this.prepaid.record, hold));
    return open.length === 0 ? undefined : this.#random.pick(open);
  }

  /** Another price of the same product replaces one from today on. */
  async change(): Promise<void> {
    const { api, record, replacement } = this.prepaid;
    const today = dayAt(record, record.now);
    const contract = record.contracts.find(({ start, months, pauses }) => {
      return months === 1 && start < today && pauses.length === 0;
    });
    const sold = contract?.sold.find(({ from, until }) => until === null && from < today);
    if (contract === undefined || sold === undefined) return;
    const price = await replacement(sold.price, contract.currency);
    const update = [{ priceId: sold.price.id, newPriceId: price.id }];
    await api.post(`/subscriptions/${contract.id}/changes`, { update });
    sold.until = today;
    contract.sold.push({ price, from: today, until: null });
    this.#count("change of a price");
  }

  async pause(): Promise<void> {
    const { api, record } = this.prepaid;
    const today = dayAt(record, record.now);
    const contract = record.contracts.find(({ start, pauses }) => start <= today && pauses.length === 0);
    if (contract === undefined) return;
    const effective = addDays(today, this.#random.integer(1, 6));
    const resumesOn = addDays(effective, this.#random.integer(1, 12));
    await api.post(`/subscriptions/${contract.id}/pause`, { effective, resumesOn });
    contract.pauses.push({ from: effective, until: resumesOn });
    this.#count("pause");
  }

  /** Moves the clock, stops a minute before each invoice is issued, and computes what it draws. */
  async passTo(time: number): Promise<void> {
    const { api, record } = this.prepaid;
    const expired = record.holds.filter((hold) => isOpen(record, hold) && hold.expiresAt <= time).length;
    for (let each = 0; each < expired; each += 1) this.#count("hold, expired");
    for (;;) {
      const due = record.contracts
        .map((contract) => ({ contract, at: issuedAt(record, periodOf(contract, contract.issued).end) }))
        .toSorted((a, b) => a.at - b.at)[0];
      if (due === undefined || due.at > time) break;
      await this.#advance(Math.max(due.at - MINUTE, record.now));
      this.faults.push(...(await creditFaults(api, record)));
      const { contract } = due;
      const { end } = periodOf(contract, contract.issued);
      const invoice = invoiceOf(record, contract, contract.issued, [...record.events.values()]);
      const { paid, left } = drawFor(record, [invoice], due.at);
      const written = (amount: Rational) => amount.toText(placesOf(contract.currency));
      record.issued.push({
        subscriptionId: contract.id,
        billingDate: end,
        total: written(invoice.total),
        creditsApplied: written(paid[0] ?? Rational.zero),
      });
      for (const [grant, rest] of left) grant.left = rest;
      contract.issued += 1;
      this.#count("invoice");
      await this.#advance(due.at + MINUTE);
      this.faults.push(...(await creditFaults(api, record)), ...(await invoiceFaults(api, record)));
      if (this.faults.length > 0) return;
    }
    await this.#advance(time);
  }

  async #advance(to: number): Promise<void> {
    const { api, clockId, record } = this.prepaid;
    if (to <= record.now) return;
    await api.post(`/test-clocks/${clockId}/advance`, { frozenTime: new Date(to).toISOString() });
    for (;;) {
      const { status, failure } = await api.get(`/test-clocks/${clockId}`);
      if (status === "ready") break;
      if (status === "failed") throw new Error(`the clock failed: ${String(failure)}`);
      await sleep(10);
    }
    record.now = to;
  }
}
