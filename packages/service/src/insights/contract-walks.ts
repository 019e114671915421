import { setTimeout } from "node:timers/promises";
import type { RecurringSelection } from "@counterfoil/storage";
import type { Context } from "../context.ts";
import { shareWalks } from "./share-walks.ts";
import { type AccountContract, type AccountRecurring, recurringOfContracts, walkContracts } from "./walk-recurring.ts";

/** The contracts of some accounts, and their recurring revenue, which is computed once for all callers. */
export interface ContractPage {
  readonly contracts: readonly AccountContract[];
  readonly recurring: () => readonly AccountRecurring[];
}

/**
 * Walks over all contracts, shared by the requests of one process: several cards of the home page need them at the same
 * time.
 */
export interface ContractWalks {
  readonly visit: (
    context: Context,
    selection: RecurringSelection,
    visit: (page: ContractPage) => void,
  ) => Promise<void>;
}

/** A context whose requests share walks. */
export type WalkingContext = Context & { readonly contractWalks: ContractWalks };

/** Requests that a page sends together arrive within this time. */
const GATHERING_MILLISECONDS = 10;

export function createContractWalks(): ContractWalks {
  const shared = shareWalks<ContractPage>(() => setTimeout(GATHERING_MILLISECONDS));
  return {
    visit: (context, selection, visit) => shared(nameOf(context, selection), () => pagesOf(context, selection), visit),
  };
}

function nameOf({ organizationId }: Context, selection: RecurringSelection): string {
  return JSON.stringify([organizationId, selection.accountId, selection.currency, selection.withTestClocks]);
}

async function* pagesOf(context: Context, selection: RecurringSelection): AsyncGenerator<ContractPage> {
  for await (const contracts of walkContracts(context, selection)) {
    let recurring: readonly AccountRecurring[] | undefined;
    yield { contracts, recurring: () => (recurring ??= recurringOfContracts(contracts)) };
  }
}
