import {
  findSubscription,
  findVersions,
  type ListPage,
  type ListQuery,
  listSubscriptions as listRows,
  listVersions as listVersionRows,
} from "@counterfoil/storage";
import { accountNow } from "../clocks/index.ts";
import { type Context, read } from "../context.ts";
import { notFound } from "../errors/index.ts";
import { currentVersion } from "./activated-subscription.ts";
import { type Subscription, type SubscriptionVersion, toSubscription, toVersion } from "./subscription.ts";

export function getSubscription(context: Context, id: string): Promise<Subscription> {
  return read(context, async (tx) => {
    const row = await findSubscription(tx, id);
    if (row === undefined) throw notFound("subscription", id);
    return toSubscription(row, context.organizationId);
  });
}

export function listSubscriptions(context: Context, query: ListQuery): Promise<ListPage<Subscription>> {
  return read(context, async (tx) => {
    const page = await listRows(tx, query);
    return { rows: page.rows.map((row) => toSubscription(row, context.organizationId)), total: page.total };
  });
}

/** The versions of a subscription. Without a page or sort parameter, all of them by start (R-API-2). */
export function listVersions(
  context: Context,
  subscriptionId: string,
  query: ListQuery,
): Promise<ListPage<SubscriptionVersion>> {
  return read(context, async (tx) => {
    if ((await findSubscription(tx, subscriptionId)) === undefined) throw notFound("subscription", subscriptionId);
    const page = await listVersionRows(tx, subscriptionId, query);
    return { rows: page.rows.map((version) => toVersion(version, context.organizationId)), total: page.total };
  });
}

export function getVersion(context: Context, subscriptionId: string, id: string): Promise<SubscriptionVersion> {
  return read(context, async (tx) => {
    if ((await findSubscription(tx, subscriptionId)) === undefined) throw notFound("subscription", subscriptionId);
    const version = (await findVersions(tx, [subscriptionId])).find((candidate) => candidate.id === id);
    if (version === undefined) throw notFound("version of this subscription", id);
    return toVersion(version, context.organizationId);
  });
}

/** The version in effect on the account's clock, or the first future one; 404 if none is published. */
export function getCurrentVersion(context: Context, subscriptionId: string): Promise<SubscriptionVersion> {
  return read(context, async (tx) => {
    const subscription = await findSubscription(tx, subscriptionId);
    if (subscription === undefined) throw notFound("subscription", subscriptionId);
    const versions = await findVersions(tx, [subscriptionId]);
    if (versions.every((version) => version.status === "draft"))
      throw notFound("published version of subscription", subscriptionId);
    const now = await accountNow({ tx, clock: context.clock }, subscription);
    return toVersion(currentVersion(versions, now), context.organizationId);
  });
}
