import type { Platform } from "../platform/start-platform.ts";

/** One kind of request. */
export interface Load {
  readonly name: string;
  readonly path: string;
  /** Status of a successful response. */
  readonly doneStatus: number;
  /** Rows that one request creates. */
  readonly each: number;
  body(): object;
  /** Current number of rows. */
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
