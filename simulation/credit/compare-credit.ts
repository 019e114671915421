import type { Api } from "@counterfoil/testkit/api";
import { placesOf } from "../auditor/currency.ts";
import { Rational } from "../auditor/rational.ts";
import { drawFor, isShown, lineIn, openInvoices, sumsOf } from "./compute-credit.ts";
import { latestStart, limitsOf, spentOn } from "./compute-limits.ts";
import type { ComputedAnswer } from "./decide-hold.ts";
import { heldEvents } from "./held-events.ts";
import {
  ACCOUNT_CURRENCY,
  type CreditEvent,
  type CreditFamily,
  type CreditGrant,
  type CreditRecord,
  type SpendLimit,
} from "./records.ts";

interface ShownBalance extends Readonly<
  Record<"currency" | "granted" | "drawn" | "running" | "held" | "available", string>
> {
  readonly creditLine: { readonly limit: string; readonly owed: string } | null;
  readonly grants: readonly { readonly id: string; readonly available: string }[];
}

interface Shown {
  readonly balances: readonly ShownBalance[];
  readonly spendLimits: readonly ({ readonly id: string } & Readonly<Record<string, string | null>>)[];
}

/** The credit that the platform shows is what the auditor computes: each sum, what is left of each grant, and each spend limit. */
async function creditFaults(api: Api, family: CreditFamily, record: CreditRecord): Promise<string[]> {
  const { balances, spendLimits } = await api.get<Shown>(`/accounts/${record.accountId}/credit`);
  return [
    ...differences("the platform shows", balances.map(inOrder), computedBalances(family, record)),
    ...differences("the platform shows the limits", sorted(spendLimits), sorted(computedLimits(family, record))),
  ];
}

/** The same of each account. */
export async function familyFaults(api: Api, family: CreditFamily): Promise<string[]> {
  const faults: string[] = [];
  for (const record of family.records) faults.push(...(await creditFaults(api, family, record)));
  return faults;
}

function differences(name: string, shown: unknown, computed: unknown): string[] {
  const [is, should] = [JSON.stringify(shown), JSON.stringify(computed)];
  return is === should ? [] : [`${name}\n    ${is}\n  and the auditor computes\n    ${should}`];
}

function sorted<Item extends { readonly id: string }>(items: readonly Item[]): Item[] {
  return items.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

function inOrder(balance: ShownBalance): ShownBalance {
  const { currency, creditLine, granted, drawn, running, held, available } = balance;
  const line = creditLine === null ? null : { limit: creditLine.limit, owed: creditLine.owed };
  const grants = sorted(balance.grants.map(({ id, available: rest }) => ({ id, available: rest })));
  return { currency, creditLine: line, granted, drawn, running, held, available, grants };
}

function computedBalances(family: CreditFamily, record: CreditRecord): ShownBalance[] {
  const grants = record.grants.filter((grant) => isShown(record, grant));
  const ofLine = record.creditLine === null ? [] : [ACCOUNT_CURRENCY];
  const currencies = [...new Set([...grants.map(({ currency }) => currency), ...ofLine])].toSorted();
  const held = heldEvents(family, record);
  const { left } = drawFor(record, openInvoices(record, held), record.now);
  return currencies.map((currency) => computedBalance(record, currency, { grants, left, held }));
}

interface LeftOfGrants {
  readonly grants: readonly CreditGrant[];
  /** With usage and holds. */
  readonly left: ReadonlyMap<CreditGrant, Rational>;
  readonly held: readonly CreditEvent[];
}

function computedBalance(record: CreditRecord, currency: string, { grants, left, held }: LeftOfGrants): ShownBalance {
  const written = (amount: Rational) => amount.toText(placesOf(currency));
  const own = grants.filter((grant) => grant.currency === currency);
  const granted = Rational.sum(own.map(({ amount }) => amount));
  const undrawn = Rational.sum(own.map((grant) => grant.left));
  const line = lineIn(record, currency);
  const beyondGrants = line === undefined ? Rational.zero : line.limit.minus(line.owed);
  const withUsage = sumsOf(record, [], currency).available;
  const withHolds = sumsOf(record, held, currency).available;
  return {
    currency,
    creditLine: line === undefined ? null : { limit: written(line.limit), owed: written(line.owed) },
    granted: written(granted),
    drawn: written(granted.minus(undrawn)),
    running: written(undrawn.plus(beyondGrants).minus(withUsage)),
    held: written(withUsage.minus(withHolds)),
    available: written(withHolds),
    grants: sorted(own.map((grant) => ({ id: grant.id, available: written(left.get(grant) ?? Rational.zero) }))),
  };
}

function computedLimits(family: CreditFamily, record: CreditRecord) {
  return limitsOf(family, record).map((limit) => computedLimit(family, limit));
}

function computedLimit(family: CreditFamily, limit: SpendLimit) {
  const { id, accountId, metricId, productId, appliesTo, currency, amount, enforcement } = limit;
  const written = (value: Rational) => value.toText(placesOf(currency));
  const spent = spentOn(family, limit, () => []);
  const withHolds = spentOn(family, limit, (record) => heldEvents(family, record));
  return {
    id,
    accountId,
    metricId,
    productId,
    appliesTo,
    currency,
    amount: written(amount),
    enforcement,
    spent: written(spent),
    held: written(withHolds.minus(spent)),
    remaining: written(Rational.larger(amount.minus(withHolds), Rational.zero)),
    periodStart: latestStart(family, limit),
  };
}

interface ListedInvoice {
  readonly id: string;
}

interface Invoice {
  readonly status: string;
  readonly subscriptionId: string;
  readonly billingDate: string;
  readonly total: string;
  readonly creditsApplied: string;
}

/** Each issued invoice has the computed total, and drew what the running figure said. Zero ones may be missing. */
export async function invoiceFaults(api: Api, record: CreditRecord): Promise<string[]> {
  const filters = encodeURIComponent(JSON.stringify([{ field: "accountId", value: record.accountId }]));
  const { items } = await api.get<{ items: ListedInvoice[] }>(`/invoices?limit=100&filters=${filters}`);
  const invoices: Invoice[] = [];
  for (const { id } of items) invoices.push(await api.get<Invoice>(`/invoices/${id}`));
  const text = (one: Pick<Invoice, "subscriptionId" | "billingDate" | "total" | "creditsApplied">) =>
    `${one.billingDate.slice(0, 10)} ${one.subscriptionId}: ${one.total}, drawn ${one.creditsApplied}`;
  const charges = ({ total }: Pick<Invoice, "total">) => !Rational.of(total).isZero();
  const is = invoices.filter((one) => one.status !== "draft" && charges(one)).map(text);
  const should = record.issued.filter(charges).map(text);
  const [missing, more] = [should.filter((one) => !is.includes(one)), is.filter((one) => !should.includes(one))];
  return [...missing.map((one) => `not issued: ${one}`), ...more.map((one) => `issued, but not computed: ${one}`)];
}

/** A hold's or a settlement's answer. */
export interface CreditAnswer {
  readonly allowed?: boolean;
  readonly reason?: string | null;
  readonly spendLimitId?: string | null;
  readonly holdId?: string | null;
  readonly amount: string;
  readonly currency: string;
  readonly available: string;
  readonly held?: string;
  readonly overage?: string;
}

export function answerFaults(name: string, answer: CreditAnswer, computed: ComputedAnswer): string[] {
  const written = (value: Rational | undefined) => value?.toText(placesOf(computed.currency));
  const { allowed, reason, spendLimitId } = answer;
  const is = [allowed, reason, spendLimitId, answer.amount, answer.available, answer.held, answer.overage];
  const should = [computed.allowed, computed.reason, computed.spendLimitId];
  for (const value of [computed.amount, computed.available, computed.held, computed.overage])
    should.push(written(value));
  const [one, other] = [
    [...is, answer.currency],
    [...should, computed.currency],
  ].map(String);
  return one === other ? [] : [`the ${name} was answered ${one}, and the auditor computes ${other}`];
}
