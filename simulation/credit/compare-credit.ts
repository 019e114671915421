import type { Api } from "@counterfoil/testkit/api";
import { placesOf } from "../auditor/currency.ts";
import { Rational } from "../auditor/rational.ts";
import { drawFor, heldEvents, isShown, openInvoices } from "./compute-credit.ts";
import type { CreditRecord } from "./records.ts";

interface Shown {
  readonly balances: readonly (Readonly<
    Record<"currency" | "granted" | "drawn" | "running" | "held" | "available", string>
  > & { readonly grants: readonly { readonly id: string; readonly available: string }[] })[];
}

/** The credit that the platform shows is what the auditor computes: each sum, and what is left of each grant. */
export async function creditFaults(api: Api, record: CreditRecord): Promise<string[]> {
  const { balances } = await api.get<Shown>(`/accounts/${record.accountId}/credit`);
  const withUsage = drawFor(record, openInvoices(record, []), record.now).left;
  const withHolds = drawFor(record, openInvoices(record, heldEvents(record)), record.now).left;
  const grants = record.grants.filter((grant) => isShown(record, grant));
  const currencies = [...new Set(grants.map(({ currency }) => currency))].toSorted();
  const computed = currencies.map((currency) => {
    const own = grants.filter((grant) => grant.currency === currency);
    const written = (amount: Rational) => amount.toText(placesOf(currency));
    const sum = (of: (grant: (typeof own)[number]) => Rational) => Rational.sum(own.map(of));
    const granted = sum(({ amount }) => amount);
    const left = sum((grant) => grant.left);
    const [usage, all] = [withUsage, withHolds].map((map) => sum((grant) => map.get(grant) ?? Rational.zero)) as [
      Rational,
      Rational,
    ];
    return {
      currency,
      granted: written(granted),
      drawn: written(granted.minus(left)),
      running: written(left.minus(usage)),
      held: written(usage.minus(all)),
      available: written(all),
      grants: own
        .map((grant) => ({ id: grant.id, available: written(withHolds.get(grant) ?? Rational.zero) }))
        .toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    };
  });
  const shown = balances.map(({ currency, granted, drawn, running, held, available, grants: each }) => {
    const sorted = each.map(({ id, available: rest }) => ({ id, available: rest }));
    return {
      currency,
      granted,
      drawn,
      running,
      held,
      available,
      grants: sorted.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    };
  });
  const [is, should] = [JSON.stringify(shown), JSON.stringify(computed)];
  return is === should ? [] : [`the platform shows\n    ${is}\n  and the auditor computes\n    ${should}`];
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
  readonly holdId?: string | null;
  readonly amount: string;
  readonly currency: string;
  readonly available: string;
}

export interface ComputedAnswer {
  readonly allowed?: boolean;
  readonly amount: Rational;
  readonly available: Rational;
  readonly currency: string;
}

export function answerFaults(name: string, answer: CreditAnswer, computed: ComputedAnswer): string[] {
  const written = (value: Rational) => value.toText(placesOf(computed.currency));
  const is = [answer.allowed, answer.amount, answer.available, answer.currency].join(" ");
  const should = [computed.allowed, written(computed.amount), written(computed.available), computed.currency].join(" ");
  return is === should ? [] : [`the ${name} was answered ${is}, and the auditor computes ${should}`];
}
