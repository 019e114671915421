import { addDays } from "../auditor/calendar.ts";
import { placesOf } from "../auditor/currency.ts";
import { Rational } from "../auditor/rational.ts";
import { periodOf } from "./compute-credit.ts";
import { type CreditHistory, HOUR, MINUTE, toSent } from "./history.ts";
import { type CreditRecord, dayAt, midnight } from "./records.ts";

export async function grant({ api, random, count }: CreditHistory, record: CreditRecord): Promise<void> {
  const contract = random.pick(record.contracts);
  const { currency } = contract;
  const places = placesOf(currency);
  const amount = random.integer(1, random.pick([10_000, 100_000])) / (places === 0 ? 1 : 100);
  const inDays = (most: number) => record.now + random.integer(1, most * 24) * HOUR + 11 * MINUTE;
  const expiresAt = random.chance(0.5) ? inDays(60) : null;
  const effectiveAt = expiresAt === null && random.chance(0.2) ? inDays(20) : record.now;
  const [first] = contract.sold;
  // With tax, the auditor does not split invoices by product.
  const isScoped = record.taxPercent === 0 && first !== undefined && random.chance(0.3);
  const body = {
    amount: amount.toFixed(places),
    currency,
    priority: random.integer(1, 3),
    expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString(),
    effectiveAt: new Date(effectiveAt).toISOString(),
    productIds: isScoped ? [first.price.productId] : [],
  };
  const { id } = await api.post(`/accounts/${record.accountId}/credit-grants`, body);
  const whole = Rational.of(body.amount);
  record.grants.push({ ...body, id, amount: whole, left: whole, effectiveAt, expiresAt });
  count(expiresAt === null ? "grant" : "grant that expires");
  if (isScoped) count("grant for a product");
  if (effectiveAt > record.now) count("grant for later");
  if (currency !== "EUR") count("grant in another currency");
}

/** An event now or earlier in a period that is not issued. */
export async function use({ api, random, count, name }: CreditHistory, record: CreditRecord): Promise<void> {
  const contract = random.pick(record.contracts);
  const first = midnight(record, periodOf(contract, contract.issued).start);
  if (first > record.now) return;
  const at = random.chance(0.5)
    ? record.now
    : first + Math.floor(((record.now - first) / MINUTE) * random.next()) * MINUTE;
  const { eventName } = random.pick(contract.sold).price;
  const event = { uniqueId: name("e"), eventName, at, quantity: random.integer(0, 60) };
  await api.post("/events", { events: [toSent(record, event)] });
  record.events.set(event.uniqueId, event);
  count(dayAt(record, at) < dayAt(record, record.now) ? "event, late" : "event");
}

/** Amends or voids an event of a period that is not issued. */
export async function correct({ api, random, count }: CreditHistory, record: CreditRecord): Promise<void> {
  const open = [...record.events.values()].filter(({ eventName, at }) => {
    const contract = record.contracts.find(({ sold }) => sold.some(({ price }) => price.eventName === eventName));
    return contract !== undefined && dayAt(record, at) >= periodOf(contract, contract.issued).start;
  });
  if (open.length === 0) return;
  const event = random.pick(open);
  if (random.chance(0.5)) {
    await api.post(`/events/${event.uniqueId}/void`, {});
    record.events.delete(event.uniqueId);
    count("void");
  } else {
    event.quantity = random.integer(0, 60);
    await api.post(`/events/${event.uniqueId}/amend`, { properties: { n: event.quantity } });
    count("amendment");
  }
}

/** Another price of the same product replaces one from today on. */
export async function change({ api, replacement, count }: CreditHistory, record: CreditRecord): Promise<void> {
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
  count("change of a price");
}

export async function pause({ api, random, count }: CreditHistory, record: CreditRecord): Promise<void> {
  const today = dayAt(record, record.now);
  const contract = record.contracts.find(({ start, pauses }) => start <= today && pauses.length === 0);
  if (contract === undefined) return;
  const effective = addDays(today, random.integer(1, 6));
  const resumesOn = addDays(effective, random.integer(1, 12));
  await api.post(`/subscriptions/${contract.id}/pause`, { effective, resumesOn });
  contract.pauses.push({ from: effective, until: resumesOn });
  count("pause");
}
