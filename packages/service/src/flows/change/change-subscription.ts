import type { ProrationPolicy } from "@counterfoil/engine";
import {
  findInvoiceLines,
  findInvoices,
  findPlan,
  insertVersion,
  type PriceGroup,
  type VersionRow,
} from "@counterfoil/storage";
import type { Temporal } from "temporal-polyfill";
import { onAccountClock } from "../../clocks/index.ts";
import { type LoadedContract, loadContracts } from "../../contracts/index.ts";
import { dueAt } from "../../time.ts";
import { type Context, transact, type Work } from "../../context.ts";
import { type Fault, refuseFaults } from "../../errors/index.ts";
import { resolveEntitlements } from "../../entitlements/index.ts";
import { type Invoice, toInvoice } from "../../invoices/index.ts";
import { makePrice } from "../../prices/index.ts";
import { audit } from "../../record.ts";
import {
  type ChangeInput,
  draftVersion,
  lockFor,
  type PlacedPrice,
  resolveAdjustments,
  soldPriceFaults,
  type SubscriptionVersion,
  toVersion,
} from "../../subscriptions/index.ts";
import { changeFaults } from "./change-faults.ts";
import { effectiveOn } from "./effective-on.ts";
import { groupNamed } from "./group-named.ts";
import { putVersionInForce } from "./put-version-in-force.ts";
import { versionOn } from "./version-on.ts";

/** The invoices that a change creates at once, and the version that it creates. */
export interface MadeChange {
  /** The latest one; null if there is none. A change from an earlier day can create one for each billing date since. */
  invoice: Invoice | null;
  /** All of them, the earliest billing date first. */
  invoices: Invoice[];
  version: SubscriptionVersion;
}

/**
 * Changes what a running subscription sells from a day on, as a new version. A change that is effective now with
 * proration invoices the credit for the unused rest and the charge for the new part at once (R-SUB-4, R-SUB-5).
 */
export async function changeSubscription(
  context: Context,
  id: string,
  input: ChangeInput,
): Promise<SubscriptionVersion> {
  return (await transact(context, (work) => makeChange(work, id, input))).version;
}

/** Like `changeSubscription`, inside a running transaction. */
export async function makeChange(transaction: Work, id: string, input: ChangeInput): Promise<MadeChange> {
  const subscription = await lockFor(transaction, id, "change");
  const work = await onAccountClock(transaction, subscription);
  const [loaded] = await loadContracts(work.tx, [subscription]);
  if (loaded === undefined) throw new Error("the subscription was not loaded");
  const now = work.clock.now();
  const startsOn = effectiveOn(loaded, input.effective ?? "now", now);
  const version = await newVersion(work, loaded, input, startsOn);
  await insertVersion(work.tx, version);
  const written = input.draft === true ? [] : await putVersionInForce(work, loaded, version, now);
  const invoices = await findWritten(
    work,
    written.map(({ invoice }) => invoice.id),
  );
  const shown = toVersion(version, work.organizationId);
  await audit(work, { action: "subscription.changed", objectId: id, after: shown });
  return { invoice: invoices.at(-1) ?? null, invoices, version: shown };
}

/** Invoices by their IDs, in the order of these. */
async function findWritten({ tx }: Work, ids: readonly string[]): Promise<Invoice[]> {
  if (ids.length === 0) return [];
  const rows = new Map((await findInvoices(tx, ids)).map((row) => [row.id, row]));
  const linesOf = Map.groupBy(await findInvoiceLines(tx, ids), ({ invoiceId }) => invoiceId);
  return ids.flatMap((id) => {
    const row = rows.get(id);
    return row === undefined ? [] : toInvoice(row, linesOf.get(id) ?? []);
  });
}

async function newVersion(
  work: Work,
  loaded: LoadedContract,
  input: ChangeInput,
  startsOn: Temporal.PlainDate,
): Promise<VersionRow> {
  const { subscription, contract } = loaded;
  const current = versionOn(loaded, startsOn);
  const faults: Fault[] = [];
  const named: PlacedPrice[] = [];
  const replaced = new Map<string, string>();
  const homeless: string[] = [];
  const plan = input.planId === undefined ? undefined : await findPlan(work.tx, input.planId);
  faults.push(...changeFaults(input, plan));
  const groups = (plan ?? current).priceGroups.map((group) => ({ ...group, priceIds: [...group.priceIds] }));
  const currency = subscription.sourceCurrency ?? subscription.currency;
  const sold = (priceId: string, pointer: string): PriceGroup | undefined => {
    const group = groups.find((candidate) => candidate.priceIds.includes(priceId));
    if (group === undefined) {
      const detail = `The subscription does not sell the price ${priceId} on ${startsOn}.`;
      faults.push({ pointer, code: "not_sold", detail });
    }
    return group;
  };
  for (const [index, { priceId }] of (input.remove ?? []).entries()) {
    const group = sold(priceId, `/remove/${index}/priceId`);
    if (group !== undefined) group.priceIds = group.priceIds.filter((candidate) => candidate !== priceId);
  }
  for (const [index, update] of (input.update ?? []).entries()) {
    const pointer = `/update/${index}`;
    const group = sold(update.priceId, `${pointer}/priceId`);
    const replacement = await priceOf(work, {
      subscriptionId: subscription.id,
      priceId: update.newPriceId,
      newPrice: update.newPrice,
      currency,
      pointer,
      faults,
    });
    if (replacement === undefined) continue;
    named.push({ id: replacement, pointer: `${pointer}/newPriceId` });
    replaced.set(update.priceId, replacement);
    if (group === undefined) homeless.push(replacement);
    else group.priceIds = group.priceIds.map((candidate) => (candidate === update.priceId ? replacement : candidate));
  }
  for (const [index, addition] of (input.add ?? []).entries()) {
    const priceId = await priceOf(work, {
      subscriptionId: subscription.id,
      priceId: addition.priceId,
      newPrice: addition.newPrice,
      currency,
      pointer: `/add/${index}`,
      faults,
    });
    if (priceId === undefined) continue;
    named.push({ id: priceId, pointer: `/add/${index}/priceId` });
    groupNamed(groups, addition.group).priceIds.push(priceId);
  }
  const kept = groups.filter((group) => group.priceIds.length > 0);
  if (kept.length === 0 && (input.add ?? []).length === 0) {
    faults.push({
      pointer: "",
      code: "nothing_left",
      detail: "The change leaves no prices. Cancel the subscription instead.",
    });
  }
  const priceIds = [...kept.flatMap((group) => group.priceIds), ...homeless];
  const base =
    plan === undefined
      ? { pointer: "", soldBy: `On ${startsOn}, the subscription` }
      : { pointer: "/planId", soldBy: `The plan ${plan.id}` };
  const granted = await resolveEntitlements(work.tx, input.entitlements ?? (plan ?? current).entitlements);
  const adjusted = resolveAdjustments(work, { groups: kept, input, before: current, replaced });
  refuseFaults([
    ...faults,
    ...(await soldPriceFaults(
      work,
      placedPrices(priceIds, named, base),
      currency,
      current.priceGroups.flatMap((group) => group.priceIds),
    )),
    ...granted.faults,
    ...adjusted.faults,
  ]);
  const start = { startOn: startsOn.toString(), startDate: dueAt(startsOn, contract.timeZone) };
  const proration: ProrationPolicy = input.proration ?? "prorate";
  return {
    ...draftVersion(work, subscription, {
      start,
      sold: { groups: kept, ...granted, ...adjusted.adjustments },
      changeDescription: input.description ?? null,
    }),
    planId: plan?.id ?? null,
    proration,
  };
}

/** Each price that a version would sell, where the request names it. `base`: of prices that the request does not name. */
function placedPrices(
  priceIds: readonly string[],
  named: readonly PlacedPrice[],
  base: Pick<PlacedPrice, "pointer" | "soldBy">,
): PlacedPrice[] {
  const namings = Map.groupBy(named, ({ id }) => id);
  const sold = Map.groupBy(priceIds, (id) => id);
  return priceIds.map((id) => {
    const own = namings.get(id) ?? [];
    const placed = { id, pointer: own.at(-1)?.pointer ?? base.pointer };
    // Sold more often than the request names it: what the change builds on sells it, too.
    return (sold.get(id) ?? []).length > own.length ? { ...placed, ...base, pointer: placed.pointer } : placed;
  });
}

interface AddedPrice {
  readonly subscriptionId: string;
  readonly priceId: string | undefined;
  readonly newPrice: NonNullable<NonNullable<ChangeInput["add"]>[number]["newPrice"]> | undefined;
  readonly currency: string;
  readonly pointer: string;
  readonly faults: Fault[];
}

async function priceOf(
  work: Work,
  { subscriptionId, priceId, newPrice, currency, pointer, faults }: AddedPrice,
): Promise<string | undefined> {
  if (newPrice === undefined) {
    if (priceId === undefined)
      faults.push({ pointer, code: "required", detail: "Send an existing price or a new one." });
    return priceId;
  }
  if (priceId !== undefined) {
    faults.push({ pointer, code: "both_given", detail: "Send either an existing price or a new one, not both." });
    return undefined;
  }
  const outcome = await makePrice(work, { currency, ...newPrice }, `${pointer}/newPrice`, subscriptionId);
  if (outcome.kind === "made") return outcome.price.id;
  faults.push(...outcome.faults);
  return undefined;
}
