import { Rational } from "../../auditor/rational.ts";
import type { AnsweredApi } from "../mixed/answered-api.ts";
import { eventFaults, journalFaults, type Stored } from "../stored-faults.ts";
import type { AnsweredHold, SpentAccount } from "./spent-accounts.ts";

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** What an account's credit must be, computed from the answers alone. */
export interface ComputedCredit {
  readonly granted: Rational;
  readonly running: Rational;
  readonly held: Rational;
  readonly available: Rational;
  /** What is left of each grant: the lowest priority is used first, then the oldest. */
  readonly left: ReadonlyMap<string, Rational>;
}

/** @param isOpen whether a hold still holds */
export function computeCredit(account: SpentAccount, isOpen: (hold: AnsweredHold) => boolean): ComputedCredit {
  const used = sum([...account.events.values()]);
  const expected = sum(account.holds.filter(isOpen).map(({ quantity }) => quantity));
  const granted = Rational.sum(account.grants.map(({ amount }) => amount));
  const running = account.price.cost(used);
  const withHolds = account.price.cost(used + expected);
  const left = new Map<string, Rational>();
  let due = withHolds;
  // The sort is stable, and grants are listed in the order in which they were answered.
  for (const { id, amount } of account.grants.toSorted((a, b) => a.priority - b.priority)) {
    const paid = Rational.smaller(amount, due);
    due = due.minus(paid);
    left.set(id, amount.minus(paid));
  }
  const available = granted.minus(withHolds);
  return { granted, running, held: withHolds.minus(running), available, left };
}

interface Balances {
  readonly balances: readonly (Readonly<Record<"granted" | "drawn" | "running" | "held" | "available", string>> & {
    readonly grants: readonly { readonly id: string; readonly available: string }[];
  })[];
}

/** The credit that a server shows is what the auditor computes: sums, and what is left of each grant. */
export async function shownFaults(
  api: AnsweredApi,
  account: SpentAccount,
  isOpen: (hold: AnsweredHold) => boolean,
): Promise<string[]> {
  const wanted = computeCredit(account, isOpen);
  const { balances } = await api.get<Balances>(`/accounts/${account.id}/credit`);
  const [shown] = balances;
  if (shown === undefined || balances.length > 1) return [`${account.price.name} shows ${balances.length} balances`];
  const faults: string[] = [];
  if (wanted.available.isNegative()) faults.push(`${account.price.name} is overdrawn: ${wanted.available.toText(2)}`);
  for (const member of ["granted", "running", "held", "available"] as const) {
    const [is, should] = [shown[member], wanted[member].toText(2)];
    if (is !== should) faults.push(`${account.price.name}: ${member} is ${is} and not ${should}`);
  }
  if (shown.drawn !== "0.00") faults.push(`${account.price.name}: ${shown.drawn} is drawn before any invoice`);
  for (const { id } of account.grants) {
    const is = shown.grants.find((grant) => grant.id === id)?.available;
    const should = wanted.left.get(id)?.toText(2);
    if (is !== should) faults.push(`${account.price.name}: ${is} is available of the grant ${id}, and not ${should}`);
  }
  if (shown.grants.length !== account.grants.length)
    faults.push(`${account.price.name} has ${shown.grants.length} grants, and ${account.grants.length} were answered`);
  return faults;
}

interface StoredHold {
  readonly id: string;
  readonly account_id: string;
  readonly unique_id: string;
  readonly amount: string;
  readonly settled_amount: string | null;
  readonly state: string;
  readonly quantity: string;
}

const STATES: Readonly<Record<AnsweredHold["end"], readonly string[]>> = {
  kept: ["open"],
  // It expires in the table with the next call that locks the account.
  lapsed: ["open", "expired"],
  released: ["released"],
  settled: ["settled"],
};

/** Every answered hold is stored once, as it was answered, and no other is. */
export async function holdFaults(
  { owner, organizationId }: Stored,
  accounts: readonly SpentAccount[],
): Promise<string[]> {
  const { rows } = await owner.query<StoredHold>(
    `select id, account_id, unique_id, amount::text, settled_amount::text, state,
       events->0->'properties'->>'n' as quantity from credit_hold where organization_id = $1`,
    [organizationId],
  );
  const stored = new Map(rows.map((row) => [row.id, row]));
  const faults: string[] = [];
  const answered = accounts.flatMap((account) => account.holds.map((hold) => ({ account, hold })));
  for (const { account, hold } of answered) {
    const row = stored.get(hold.id);
    const isSame = (text: string | null, written: string | null) =>
      text === null || written === null ? text === written : Rational.of(text).compare(Rational.of(written)) === 0;
    const isRight =
      row !== undefined &&
      row.account_id === account.id &&
      row.unique_id === hold.uniqueId &&
      Number(row.quantity) === hold.quantity &&
      (hold.amount === "" || isSame(row.amount, hold.amount)) &&
      isSame(row.settled_amount, hold.settledAmount) &&
      STATES[hold.end].includes(row.state);
    if (!isRight) faults.push(`${JSON.stringify(hold)} is stored as ${JSON.stringify(row)}`);
  }
  const ids = new Set(answered.map(({ hold }) => hold.id));
  if (ids.size !== answered.length) faults.push(`${answered.length - ids.size} holds were answered twice`);
  for (const row of rows) if (!ids.has(row.id)) faults.push(`the hold ${row.unique_id} was never answered`);
  return faults;
}

/** Stored events are the answered ones. What each settlement cost at a flat price sums to what they cost together. */
export async function settledFaults(stored: Stored, accounts: readonly SpentAccount[]): Promise<string[]> {
  const events = new Map(accounts.flatMap((account) => [...account.events]));
  const faults = await eventFaults(stored, events);
  const [flat] = accounts;
  if (flat !== undefined) {
    const settled = Rational.sum(flat.holds.flatMap(({ settledAmount }) => Rational.of(settledAmount ?? "0")));
    const wanted = flat.price.cost(sum([...flat.events.values()]));
    if (settled.compare(wanted) !== 0)
      faults.push(`settlements cost ${settled.toText(2)} one by one, and ${wanted.toText(2)} together`);
  }
  return faults;
}

interface Invoice {
  readonly id: string;
  readonly total: string;
  readonly creditsApplied: string;
  readonly status: string;
}

/** After the period, each account has one invoice of what its running usage showed, and grants paid all of it. */
export async function billedFaults(
  stored: Stored,
  api: AnsweredApi,
  accounts: readonly SpentAccount[],
): Promise<string[]> {
  const faults = await journalFaults(stored);
  for (const account of accounts) {
    const filters = encodeURIComponent(JSON.stringify([{ field: "accountId", value: account.id }]));
    const { items } = await api.get<{ items: Pick<Invoice, "id">[] }>(`/invoices?limit=100&filters=${filters}`);
    const { running, granted } = computeCredit(account, () => false);
    const invoice = items[0] === undefined ? undefined : await api.get<Invoice>(`/invoices/${items[0].id}`);
    const isRight =
      items.length === 1 &&
      invoice?.total === running.toText(2) &&
      invoice.creditsApplied === invoice.total &&
      invoice.status === "paid";
    if (!isRight)
      faults.push(`${account.price.name} used ${running.toText(2)}, and was billed ${JSON.stringify(invoice)}`);
    const { balances } = await api.get<Balances>(`/accounts/${account.id}/credit`);
    const rest = granted.minus(running).toText(2);
    const shown = balances[0];
    if (shown?.available !== rest || shown.drawn !== running.toText(2) || shown.held !== "0.00")
      faults.push(`${account.price.name} should have ${rest} left, and shows ${JSON.stringify(shown)}`);
  }
  return faults;
}
