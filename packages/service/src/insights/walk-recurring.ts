import {
  type Contract,
  type RecurringMovement,
  recurringMovements,
  type RecurringSubscription,
  recurringStretches,
} from "@counterfoil/engine";
import {
  type AccountContractRow,
  contractsOfAccounts,
  contractsOfNextAccounts,
  findPauses,
  findPrices,
  findSoldVersions,
  getOrganization,
  type PriceWithProduct,
  type RecurringSelection,
  type Tx,
} from "@counterfoil/storage";
import { accountTimeZone } from "../clocks/index.ts";
import { rememberPrices, toContract } from "../contracts/index.ts";
import { type Context, read } from "../context.ts";

/** The recurring revenue of one account in one currency over all its days. */
export interface AccountRecurring {
  readonly accountId: string;
  readonly currency: string;
  readonly subscriptions: readonly RecurringSubscription[];
  readonly movements: readonly RecurringMovement[];
}

const ACCOUNTS_AT_ONCE = 500;

/** The recurring revenue of every account that ever had a contract, by ID, some at a time. */
export async function* walkRecurring(
  context: Context,
  selection: RecurringSelection,
  after = "",
  accountsAtOnce = ACCOUNTS_AT_ONCE,
): AsyncGenerator<AccountRecurring[]> {
  for await (const page of walkContracts(context, selection, after, accountsAtOnce)) {
    yield recurringOfContracts(page);
  }
}

/** The recurring revenue of these accounts, from all their contracts. */
export function recurringOfContracts(contracts: readonly AccountContract[]): AccountRecurring[] {
  const byAccount = Map.groupBy(contracts, ({ accountId }) => accountId);
  return [...byAccount].flatMap(([accountId, own]) => recurringOf(accountId, own));
}

/**
 * The contracts, past and present, of every account, by the account's ID, some accounts at a time, to limit memory and
 * the time during which nothing else runs.
 */
export async function* walkContracts(
  context: Context,
  selection: RecurringSelection,
  after = "",
  accountsAtOnce = ACCOUNTS_AT_ONCE,
): AsyncGenerator<AccountContract[]> {
  const catalogue = { prices: new Map<string, PriceWithProduct>(), contractPrice: rememberPrices() };
  for (let last = after; ;) {
    const from = last;
    const page = await read(context, async (tx) => {
      const rows = await contractsOfNextAccounts(tx, selection, from, accountsAtOnce);
      return readContracts(tx, rows, catalogue);
    });
    yield page;
    if (new Set(page.map(({ accountId }) => accountId)).size < accountsAtOnce) return;
    last = page.at(-1)?.accountId ?? last;
  }
}

/** The recurring revenue of these accounts, in a constant number of statements. */
export async function recurringOfAccounts(tx: Tx, accountIds: readonly string[]): Promise<AccountRecurring[]> {
  const catalogue = { prices: new Map<string, PriceWithProduct>(), contractPrice: rememberPrices() };
  const contracts = await readContracts(tx, await contractsOfAccounts(tx, accountIds), catalogue);
  return recurringOfContracts(contracts);
}

/** Data that many contracts share is read once. */
interface Catalogue {
  readonly prices: Map<string, PriceWithProduct>;
  readonly contractPrice: ReturnType<typeof rememberPrices>;
}

/** A contract with the account that it bills. */
export interface AccountContract {
  readonly accountId: string;
  readonly contract: Contract;
}

async function readContracts(
  tx: Tx,
  rows: readonly AccountContractRow[],
  { prices, contractPrice }: Catalogue,
): Promise<AccountContract[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const [organization, versions, pauses] = await Promise.all([
    getOrganization(tx),
    findSoldVersions(tx, ids),
    findPauses(tx, ids),
  ]);
  const sold = versions.flatMap(({ priceGroups }) => priceGroups.flatMap(({ priceIds }) => priceIds));
  const unknown = [...new Set(sold)].filter((id) => !prices.has(id));
  for (const price of await findPrices(tx, unknown)) prices.set(price.id, price);
  const versionsOf = Map.groupBy(versions, ({ subscriptionId }) => subscriptionId);
  const pausesOf = Map.groupBy(pauses, ({ subscriptionId }) => subscriptionId);
  return rows.map((subscription) => {
    const { id, accountId } = subscription;
    const own = { versions: versionsOf.get(id) ?? [], pauses: pausesOf.get(id) ?? [] };
    const timeZone = accountTimeZone(subscription, organization);
    return { accountId, contract: toContract({ subscription, ...own, prices }, timeZone, contractPrice) };
  });
}

function recurringOf(accountId: string, contracts: readonly AccountContract[]): AccountRecurring[] {
  return [...Map.groupBy(contracts, ({ contract }) => contract.currency)].map(([currency, inCurrency]) => {
    const subscriptions = inCurrency.map(({ contract }) => ({
      subscriptionId: contract.subscriptionId,
      stretches: recurringStretches(contract),
    }));
    return { accountId, currency, subscriptions, movements: recurringMovements(subscriptions) };
  });
}
