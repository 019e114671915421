import { Decimal } from "@counterfoil/engine";
import {
  type AccountRow,
  type CreditGrantRow,
  findAccount,
  findMetric,
  findProducts,
  forgetLowTold,
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
import { checkGrant } from "./check-grant.ts";
import { type CreditGrant, toCreditGrant } from "./credit-grant.ts";

export interface CreditGrantCreation {
  amount: string;
  /** Default, if no metric is named either: the account's currency. */
  currency?: string | null;
  metricId?: string | null;
  priority?: number;
  /** Default: now. */
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
  grant: CreditGrantRow,
  { productIds = [] }: CreditGrantCreation,
  now: string,
): Promise<Fault[]> {
  const isKnownMetric = grant.metricId === null || (await findMetric(tx, grant.metricId)) !== undefined;
  const products = new Set((await findProducts(tx, productIds)).map(({ id }) => id));
  return checkGrant(grant, { productIds, products, isKnownMetric, now });
}

/** Writes a grant with its first ledger entry, and notifies. `sold` is the part that an invoice sold. */
export async function grantCredit(work: Work, grant: CreditGrantRow, sold = Decimal.zero): Promise<CreditGrant> {
  const { id, accountId, currency, metricId, amount, createdAt } = grant;
  await insertCreditGrant(work.tx, grant);
  await forgetLowTold(work.tx, [accountId]);
  const entry = { id: work.ids.next("credit"), accountId, currency, metricId, amount, invoiceId: null, createdAt };
  await insertAccountCreditEntries(work.tx, [{ ...entry, kind: "granted", creditGrantId: id }]);
  await recordGrants(work, "credit_granted", [{ ...grant, sold }]);
  const shown = toCreditGrant(grant, createdAt);
  await audit(work, { action: "credit_grant.created", objectId: id, after: shown });
  await notify(work, "credit.granted", id, shown);
  return shown;
}
