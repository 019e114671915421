import type { Tx } from "../database/tx.ts";
import type { SearchedType } from "./search-row.ts";

/** What a list shows of an object. */
export interface Described {
  readonly type: SearchedType;
  readonly id: string;
  readonly title: string;
  readonly subtitle: string | null;
  readonly status: string | null;
}

interface Description {
  readonly from: string;
  readonly title: string;
  readonly subtitle: string;
  readonly status?: string;
}

const OF_ACCOUNT = "join account a on a.organization_id = $1 and a.id = o.account_id";

const DESCRIPTIONS: Readonly<Record<Exclude<SearchedType, "event">, Description>> = {
  account: { from: "account o", title: "o.name", subtitle: "o.currency" },
  subscription: { from: `subscription o ${OF_ACCOUNT}`, title: "o.name", subtitle: "a.name", status: "o.status" },
  invoice: {
    from: `invoice o ${OF_ACCOUNT}`,
    title: "coalesce(o.number, 'Draft')",
    subtitle: "a.name || ' · ' || o.total::text || ' ' || o.currency",
    status: "o.status",
  },
  payment: {
    from: `payment o ${OF_ACCOUNT}`,
    title: "o.amount::text || ' ' || o.currency",
    subtitle: "a.name",
    status: "o.status",
  },
  credit_note: {
    from: `credit_note o ${OF_ACCOUNT}`,
    title: "o.number",
    subtitle: "a.name || ' · ' || o.total::text || ' ' || o.currency",
  },
  credit_grant: {
    from: `credit_grant o ${OF_ACCOUNT}`,
    title: "coalesce(o.reason, 'Credit grant')",
    subtitle: "a.name || ' · ' || o.amount::text || coalesce(' ' || o.currency, '')",
  },
  product: { from: "product o", title: "o.name", subtitle: "o.sku" },
  price: {
    from: "price o join product p on p.organization_id = $1 and p.id = o.product_id",
    title: "p.name",
    subtitle: "o.type || ' · ' || o.currency",
  },
  price_bundle: { from: "bundle o", title: "o.name", subtitle: "null" },
  plan: { from: "plan o", title: "o.name", subtitle: "o.currency" },
  metric: { from: "metric o", title: "o.name", subtitle: "o.event_name" },
  feature: { from: "feature o", title: "o.name", subtitle: "o.key" },
  mail: { from: "mail o", title: "coalesce(o.subject, o.kind)", subtitle: "o.recipient", status: "o.status" },
  tax_rate: { from: "tax_rate o", title: "o.name", subtitle: "o.percentage || '%'" },
  usage_alert: { from: "usage_alert o", title: "o.name", subtitle: "null" },
  test_clock: { from: "test_clock o", title: "coalesce(o.name, o.id)", subtitle: "o.frozen_time::date::text" },
};

/** The statement for these types, with one branch for each. */
function describing(types: readonly Exclude<SearchedType, "event">[]): string {
  return types
    .map((type) => {
      const { from, title, subtitle, status = "null::text" } = DESCRIPTIONS[type];
      return `select '${type}' as type, o.id, ${title} as title, ${subtitle}::text as subtitle, ${status} as status
        from ${from} where o.organization_id = $1 and '${type}' = any($2) and o.id = any($3)`;
    })
    .join("\nunion all\n");
}

/** The titles of these objects, in any order, read in one statement. An event has its ID as title. */
export async function describeMatches(
  tx: Tx,
  matches: readonly { readonly type: SearchedType; readonly id: string }[],
): Promise<Described[]> {
  const types = [...new Set(matches.flatMap(({ type }) => (type === "event" ? [] : [type])))].toSorted();
  if (types.length === 0) return [];
  return tx.sql<Described>(describing(types), [tx.organizationId, types, matches.map(({ id }) => id)]);
}
