import { amountBounds, boundsText, Decimal, isCurrency, minorUnits } from "@counterfoil/engine";
import {
  type AccountRow,
  type CreditGrantRow,
  findAccount,
  findMetric,
  findProducts,
  getOrganization,
  insertAccountCreditEntries,
  insertCreditGrant,
  type Tx,
} from "@counterfoil/storage";
import { accountTimeZone, onAccountClock } from "../clocks/index.ts";
import { type Context, transact, type Work } from "../context.ts";
import { type Fault, notFound, refuseFaults } from "../errors/index.ts";
import { recordGrants } from "../journal/index.ts";
import { audit, notify } from "../record.ts";
import { toInstantText } from "../time.ts";
import { type CreditGrant, toCreditGrant } from "./credit-grant.ts";

export interface CreditGrantCreation {
  amount: string;
  /** The account's where neither it nor a metric is named. */
  currency?: string | null;
  metricId?: string | null;
  priority?: number;
  /** Now, where nothing is said. */
  effectiveAt?: string | null;
  expiresAt?: string | null;
  productIds?: string[];
  reason?: string | null;
}

const ORDINARY_PRIORITY = 100;

/** Grants an account prepaid credit: an amount of money, or units of a metric (R-INV-8). */
export function createCreditGrant(
  context: Context,
  idOrAlias: string,
  input: CreditGrantCreation,
): Promise<CreditGrant> {
  return transact(context, async (transaction) => {
    const account = await findAccount(transaction.tx, idOrAlias);
    if (account === undefined) throw notFound("account", idOrAlias);
    const work = await onAccountClock(transaction, account);
    const zone = accountTimeZone(account, await getOrganization(work.tx));
    const grant = toGrantRow(work, account, input, zone);
    refuseFaults(await grantFaults(work.tx, grant, input, work.clock.now()));
    return grantCredit(work, grant);
  });
}

function toGrantRow(work: Work, account: AccountRow, input: CreditGrantCreation, zone: string): CreditGrantRow {
  const now = work.clock.now();
  const { metricId = null, currency = metricId === null ? account.currency : null } = input;
  return {
    id: work.ids.next("grant"),
    accountId: account.id,
    currency,
    metricId,
    amount: input.amount,
    balance: input.amount,
    priority: input.priority ?? ORDINARY_PRIORITY,
    effectiveAt: input.effectiveAt ? toInstantText(input.effectiveAt, zone) : now,
    expiresAt: input.expiresAt ? toInstantText(input.expiresAt, zone) : null,
    productIds: [...new Set(input.productIds)],
    reason: input.reason ?? null,
    voidedAt: null,
    testClockId: account.testClockId,
    createdAt: now,
    updatedAt: now,
  };
}

async function grantFaults(
  tx: Tx,
  { currency, metricId, amount, effectiveAt, expiresAt }: CreditGrantRow,
  { productIds = [] }: CreditGrantCreation,
  now: string,
): Promise<Fault[]> {
  const faults: Fault[] = [];
  const refuse = (member: string, code: string, detail: string) => faults.push({ pointer: `/${member}`, code, detail });
  // What is no decimal was refused before.
  const value = Decimal.parse(amount ?? "") ?? Decimal.one;
  if (!value.isPositive()) refuse("amount", "not_positive", "Credit is more than 0.");
  if (currency !== null && metricId !== null) {
    refuse(
      "metricId",
      "money_or_units",
      "Credit is of money or of a metric's units; send one of currency and metricId.",
    );
  } else if (currency !== null && !isCurrency(currency)) {
    refuse("currency", "unknown_currency", `${currency} is no ISO 4217 code.`);
  } else if (currency !== null && !value.round(minorUnits(currency), "down").equals(value)) {
    refuse("amount", "too_many_decimals", `${currency} has ${minorUnits(currency)} decimals.`);
  } else if (currency !== null && !value.fits(amountBounds)) {
    refuse("amount", "out_of_range", `An amount of money has ${boundsText(amountBounds)}.`);
  } else if (currency === null && metricId === null) {
    refuse("currency", "required", "Say what the amount is counted in: a currency, or a metricId.");
  }
  if (metricId !== null && (await findMetric(tx, metricId)) === undefined) {
    refuse("metricId", "unknown_metric", `There is no metric ${JSON.stringify(metricId)}.`);
  }
  if (expiresAt !== null && expiresAt <= effectiveAt) {
    refuse("expiresAt", "not_later", "It expires before it begins.");
  } else if (expiresAt !== null && expiresAt <= now) {
    refuse("expiresAt", "in_the_past", "It would be expired already.");
  }
  const known = new Set((await findProducts(tx, productIds)).map(({ id }) => id));
  for (const [index, id] of productIds.entries()) {
    if (!known.has(id)) refuse(`productIds/${index}`, "unknown_product", `There is no product ${JSON.stringify(id)}.`);
  }
  return faults;
}

/** Writes a grant with the first entry of its ledger, and tells of it. `sold` of it is on an invoice. */
export async function grantCredit(work: Work, grant: CreditGrantRow, sold = Decimal.zero): Promise<CreditGrant> {
  const { id, accountId, currency, metricId, amount, createdAt } = grant;
  await insertCreditGrant(work.tx, grant);
  const entry = { id: work.ids.next("credit"), accountId, currency, metricId, amount, invoiceId: null, createdAt };
  await insertAccountCreditEntries(work.tx, [{ ...entry, kind: "granted", creditGrantId: id }]);
  await recordGrants(work, "credit_granted", [{ ...grant, sold }]);
  const shown = toCreditGrant(grant, createdAt);
  await audit(work, { action: "credit_grant.created", objectId: id, after: shown });
  await notify(work, "credit.granted", id, shown);
  return shown;
}
