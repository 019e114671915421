import type { Platform } from "../platform/start-platform.ts";

/** One kind of request, of which many are sent. */
export interface Load {
  readonly name: string;
  readonly path: string;
  /** Status of an answer that has done it. */
  readonly doneStatus: number;
  /** Rows that one of them leaves. */
  readonly each: number;
  body(): object;
  /** Rows there are. */
  stored(): Promise<number>;
}

const EVENTS = 500;

async function eventLoad(platform: Platform): Promise<Load> {
  await platform.create("/accounts", { name: "Flooding", aliases: ["flooding"] });
  await platform.create("/metrics", { name: "Calls", eventName: "call", aggregation: { method: "sum", field: "n" } });
  let made = 0;
  return {
    name: `events, ${EVENTS} a request`,
    path: "/events?detail=counts",
    doneStatus: 200,
    each: EVENTS,
    body: () => ({
      events: Array.from({ length: EVENTS }, () => ({
        uniqueId: `flood-${(made += 1)}`,
        account: "flooding",
        eventName: "call",
        properties: { n: made % 7 },
      })),
    }),
    stored: () => count(platform, "usage_event"),
  };
}

async function invoiceLoad(platform: Platform): Promise<Load> {
  const accounts: string[] = [];
  for (let made = 0; made < 50; made += 1) {
    accounts.push((await platform.create("/accounts", { name: `Buyer ${made}`, currency: "USD" })).id);
  }
  let made = 0;
  return {
    name: "one-off invoices, issued at once",
    path: "/invoices",
    doneStatus: 201,
    each: 1,
    body: () => ({
      accountId: accounts[(made += 1) % accounts.length],
      lines: [{ description: "Work", unitPrice: "12.50" }],
      autoIssue: true,
    }),
    stored: () => count(platform, "invoice where status <> 'draft'"),
  };
}

export const loads: readonly ((platform: Platform) => Promise<Load>)[] = [eventLoad, invoiceLoad];

async function count(platform: Platform, what: string): Promise<number> {
  const { rows } = await platform.owner.query<{ count: string }>(`select count(*) from ${what}`);
  return Number(rows[0]?.count);
}
