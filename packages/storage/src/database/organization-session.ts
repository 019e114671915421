import type pg from "pg";
import { isDirect } from "./pooler.ts";

/** How statements of an organization reach a connection. It decides what they can see, so nothing else sets it. */
export interface OrganizationSessions {
  /** Checks a new connection once. True if a pooler is in between. */
  isPooled(client: pg.PoolClient): Promise<boolean>;
  /** Sets a direct connection to the organization if it is not already. */
  enter(client: pg.PoolClient, organizationId: string): Promise<void>;
  /** Begins a transaction. */
  begin(client: pg.PoolClient, organizationId: string | null, pooled: boolean): Promise<void>;
}

export function organizationSessions(): OrganizationSessions {
  /** The organization that a direct connection is set to, so that it is not set again. */
  const organizationOf = new WeakMap<pg.PoolClient, string>();
  const pooled = new WeakMap<pg.PoolClient, boolean>();

  return {
    async isPooled(client) {
      const known = pooled.get(client);
      if (known !== undefined) return known;
      const found = !(await isDirect(client));
      pooled.set(client, found);
      return found;
    },
    /** The setting deliberately outlives the transaction, because no other client ever gets this backend. */
    async enter(client, organizationId) {
      if (organizationOf.get(client) === organizationId) return;
      organizationOf.delete(client);
      await client.query({
        name: "enter-organization",
        text: "select set_config('counterfoil.organization_id', $1, false)",
        values: [organizationId],
      });
      organizationOf.set(client, organizationId);
    },
    /**
     * Behind a pooler, each transaction may get another backend, and another client gets it afterwards. So every setting
     * is made for this transaction only, and none of an earlier one is trusted.
     */
    async begin(client, organizationId, isBehindPooler) {
      const begun = client.query("begin");
      if (!isBehindPooler) return void (await begun);
      const settings = client.query(
        `select set_config('TimeZone', 'UTC', true), set_config('jit', 'off', true),
           set_config('counterfoil.organization_id', $1, true)`,
        [organizationId ?? ""],
      );
      await Promise.all([begun, settings]);
    },
  };
}
