import {
  type Contract,
  type RecurringMovement,
  recurringMovements,
  type RecurringSubscription,
  recurringStretches,
} from "@counterfoil/engine";
import {
  type AccountContractRow,
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

/** The recurring revenue of one account in one currency over all its days, as it is known. */
export interface AccountRecurring {
  readonly accountId: string;
  readonly currency: string;
  readonly subscriptions: readonly RecurringSubscription[];
  readonly movements: readonly RecurringMovement[];
}

const ACCOUNTS_AT_ONCE = 500;

/** Every account that ever had a contract, by id, some at a time: memory, and the time in which nothing else runs, stay bounded. */
export async function* walkRecurring(
  context: Context,
  selection: RecurringSelection,
  after = "",
  accountsAtOnce = ACCOUNTS_AT_ONCE,
): AsyncGenerator<AccountRecurring[]> {
  const catalogue = { prices: new Map<string, PriceWithProduct>(), contractPrice: rememberPrices() };
  for (let last = after; ;) {
    const from = last;
    const page = await read(context, async (tx) => {
      const rows = await contractsOfNextAccounts(tx, selection, from, accountsAtOnce);
      return readContracts(tx, rows, catalogue);
    });
    const byAccount = Map.groupBy(page, ({ accountId }) => accountId);
    yield [...byAccount].flatMap(([accountId, contracts]) => recurringOf(accountId, contracts));
    if (byAccount.size < accountsAtOnce) return;
    last = page.at(-1)?.accountId ?? last;
  }
}

/** What many contracts sell in common is read once. */
interface Catalogue {
  readonly prices: Map<string, PriceWithProduct>;
  readonly contractPrice: ReturnType<typeof rememberPrices>;
}

interface AccountContract {
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
