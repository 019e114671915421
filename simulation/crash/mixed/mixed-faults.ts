import type { FakeStripe } from "@counterfoil/testkit/fake-stripe";
import { eventFaults, journalFaults, numberFaults, type Stored, toldFaults } from "../stored-faults.ts";
import type { AnsweredApi } from "./answered-api.ts";
import type { Counts, Promised } from "./shoppers.ts";

interface Afterwards extends Stored {
  readonly api: AnsweredApi;
  readonly promised: readonly Promised[];
  readonly counts: Counts;
  readonly stripe: FakeStripe;
  /** IDs of notifications in the order of arrival. */
  readonly told: readonly string[];
  /** IDs of answered events. */
  readonly events: ReadonlySet<string>;
}

/** Everything that differs from its response, exists twice, has a gap, or was not notified. */
export async function mixedFaults(after: Afterwards): Promise<{ faults: string[]; notifications: number }> {
  const told = await toldFaults(after, after.told);
  return {
    notifications: told.notifications,
    faults: [
      ...(await promiseFaults(after)),
      ...(await countFaults(after)),
      ...(await numberFaults(after, ["invoice", "credit_note"])),
      ...(await moneyFaults(after)),
      ...(await eventFaults(after, after.events)),
      ...told.faults,
    ],
  };
}

async function promiseFaults({ api, promised }: Afterwards): Promise<string[]> {
  const faults: string[] = [];
  for (const { path, members } of promised) {
    const found = await api.get<Record<string, unknown>>(path).catch((error: unknown) => ({ error: String(error) }));
    for (const [name, value] of Object.entries(members)) {
      const now = (found as Record<string, unknown>)[name];
      if (JSON.stringify(now) !== JSON.stringify(value)) {
        faults.push(`${path} was answered with ${name} ${JSON.stringify(value)} and has ${JSON.stringify(now)}`);
      }
    }
  }
  return faults;
}

async function countFaults({ owner, organizationId, counts, stripe }: Afterwards): Promise<string[]> {
  const one = async (text: string): Promise<number> =>
    Number((await owner.query<{ count: string }>(`select count(*) from ${text}`, [organizationId])).rows[0]?.count);
  const of = "organization_id = $1";
  const clocked = `invoice where ${of} and subscription_id is not null and test_clock_id is`;
  const succeeded = [...stripe.books.intents.values()].filter(({ status }) => status === "succeeded").length;
  const pairs: [string, number, number][] = [
    ["one-off invoices", counts.oneOff, await one(`invoice where ${of} and subscription_id is null`)],
    ["recorded payments", counts.payments, await one(`payment where ${of} and provider <> 'stripe'`)],
    ["refunds", counts.refunds, await one(`refund where ${of}`)],
    ["grants", counts.grants, await one(`credit_grant where ${of}`)],
    ["notes", counts.notes, await one(`credit_note where ${of}`)],
    ["collected invoices", counts.collected, await one(`${clocked} null and status = 'paid'`)],
    ["invoices of members", counts.collected, await one(`${clocked} null`)],
    ["months on test clocks", counts.clockMonths, await one(`${clocked} not null`)],
    ["payments at the provider", counts.collected, succeeded],
    [
      "payments through the provider",
      counts.collected,
      await one(`payment where ${of} and provider = 'stripe' and status = 'succeeded'`),
    ],
  ];
  return pairs.flatMap(([what, wanted, found]) => (wanted === found ? [] : [`${found} ${what} and not ${wanted}`]));
}

/** The journal sums to zero, and the provider received what was collected. */
async function moneyFaults(after: Afterwards): Promise<string[]> {
  const { counts, stripe } = after;
  const faults = await journalFaults(after);
  const wanted = counts.collected * 31_00;
  return stripe.books.cash === wanted
    ? faults
    : [...faults, `the provider took ${stripe.books.cash} and not ${wanted}`];
}
