import { placesOf } from "../auditor/currency.ts";
import { Rational } from "../auditor/rational.ts";
import type { Random } from "../random.ts";
import { owedIn, sumsOf } from "./compute-credit.ts";
import { accountsAbove, spentOn } from "./compute-limits.ts";
import { heldEvents } from "./held-events.ts";
import type { CreditHistory } from "./history.ts";
import { ACCOUNT_CURRENCY, type CreditFamily, type CreditRecord, type SpendLimit } from "./records.ts";

const HUNDRED = Rational.whole(100);

/** An amount near what is used, so that it is passed now and then, or another one. */
function amountNear(random: Random, used: Rational, currency: string): Rational {
  const places = placesOf(currency);
  const unit = Rational.whole(1).over(Rational.whole(10n ** BigInt(places)));
  const near = used.times(Rational.whole(random.integer(80, 250))).over(HUNDRED);
  const other = Rational.whole(random.integer(1, random.pick([20_000, 200_000]))).times(unit);
  return used.isPositive() && random.chance(0.7) ? Rational.larger(near.rounded(places), unit) : other;
}

/** A limit of all usage, or of a metric or product that some account of the family may buy. */
export async function limit({ api, random, family, count }: CreditHistory, record: CreditRecord): Promise<void> {
  const currency = random.pick(record.contracts).currency;
  const { price } = random.pick(random.pick(random.pick(family.records).contracts).sold);
  const counted = random.weighted([
    [2, { kind: "all usage", metricId: null, productId: null }],
    [1, { kind: "a metric", metricId: price.metricId, productId: null }],
    [1, { kind: "a product", metricId: null, productId: price.productId }],
  ]);
  const { kind, ...prices } = counted;
  const appliesTo = random.chance(family.records.length > 1 ? 0.7 : 0.2) ? "family" : "account";
  const enforcement = random.chance(0.65) ? "hard" : "soft";
  const members = { accountId: record.accountId, appliesTo, enforcement, currency, ...prices } as const;
  const used = spentOn(family, { ...members, id: "", amount: Rational.zero, isActive: true }, (one) =>
    heldEvents(family, one),
  );
  const amount = amountNear(random, used, currency);
  const body = { ...members, amount: amount.toText(placesOf(currency)) };
  const { id } = await api.post("/spend-limits", body);
  family.limits.push({ ...members, id, amount, isActive: true });
  count(`limit of ${kind}`);
  count(`limit, ${enforcement}`);
  if (appliesTo === "family" && family.records.length > 1) count("limit of a family");
}

export async function changeLimit({ api, random, family, count }: CreditHistory): Promise<void> {
  if (family.limits.length === 0) return;
  const changed = random.pick(family.limits);
  const kind = random.pick(["amount", "enforcement", "active"] as const);
  const amount = amountNear(
    random,
    spentOn(family, changed, (one) => heldEvents(family, one)),
    changed.currency,
  );
  if (kind === "amount") changed.amount = amount;
  else if (kind === "enforcement") changed.enforcement = changed.enforcement === "hard" ? "soft" : "hard";
  else changed.isActive = !changed.isActive;
  await api.patch(`/spend-limits/${changed.id}`, changeOf(kind, changed));
  count(kind !== "active" ? `limit, other ${kind}` : changed.isActive ? "limit, turned on" : "limit, turned off");
}

function changeOf(kind: "amount" | "enforcement" | "active", changed: SpendLimit): object {
  if (kind === "amount") return { amount: changed.amount.toText(placesOf(changed.currency)) };
  return kind === "enforcement" ? { enforcement: changed.enforcement } : { active: changed.isActive };
}

/** Puts an account below another one, or takes it out. */
export async function move({ api, random, family, count }: CreditHistory, record: CreditRecord): Promise<void> {
  const { accountId } = record;
  const isBelow = (other: CreditRecord) => accountsAbove(family, other.accountId).includes(accountId);
  const parents = family.records.filter((other) => other !== record && !isBelow(other));
  const leaves = record.parentId !== null && random.chance(0.4);
  if (parents.length === 0 && !leaves) return;
  const parentId = leaves ? null : random.pick(parents).accountId;
  await api.patch(`/accounts/${accountId}/family`, { parentId });
  if (parentId !== record.parentId) count(leaves ? "account leaves its parent" : "account gets a parent");
  record.parentId = parentId;
  if (levels(family) === 3) count("family of three levels");
}

function levels(family: CreditFamily): number {
  return Math.max(...family.records.map(({ accountId }) => accountsAbove(family, accountId).length + 1));
}

/** Sets the credit line, or whether settlements above the held amount are refused. */
export async function setCredit({ api, random, family, count }: CreditHistory, record: CreditRecord): Promise<void> {
  const path = `/accounts/${record.accountId}/credit-settings`;
  if (random.chance(0.4)) {
    record.settleAboveHeld = record.settleAboveHeld === "accept" ? "refuse" : "accept";
    await api.patch(path, { settleAboveHeld: record.settleAboveHeld });
    count(`settlements above the held amount: ${record.settleAboveHeld}`);
    return;
  }
  const isEnded = record.creditLine !== null && random.chance(0.2);
  count(isEnded ? "credit line, ended" : record.creditLine === null ? "credit line" : "credit line, changed");
  const owed = owedIn(record, ACCOUNT_CURRENCY);
  const { unpaid } = sumsOf(record, heldEvents(family, record), ACCOUNT_CURRENCY);
  const line = amountNear(random, owed.plus(unpaid), ACCOUNT_CURRENCY);
  record.creditLine = isEnded ? null : line;
  await api.patch(path, { creditLine: isEnded ? null : line.toText(placesOf(ACCOUNT_CURRENCY)) });
}
