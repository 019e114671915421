import { openDatabase } from "../../packages/storage/src/index.ts";
import { coreTime } from "../platform/cores.ts";
import { makeDueSubscriptions } from "../platform/due-subscriptions.ts";
import { clockOfABillion, createLoad } from "../platform/event-load.ts";
import { openExchange } from "../platform/exchange.ts";
import type { Platform } from "../platform/start-platform.ts";
import type { Processes } from "./start-processes.ts";
import { type Waits, watchWaits } from "./waits.ts";

/** How many processes take part in a turn. */
export interface Cell {
  readonly apis: number;
  readonly workers: number;
}

/** One turn: usage events, billing, or both at once. */
export interface Turn {
  readonly eventsPerSecond: number;
  readonly invoicesPerSecond: number;
  /** CPU seconds. */
  readonly cpu: { readonly apis: number; readonly workers: number; readonly database: number };
  readonly events: number;
  readonly invoices: number;
  readonly waits: Waits;
  readonly foreignShare: number;
}

export const PER_REQUEST = 500;
export const CONNECTIONS = 16;
export const USAGE_PER_ACCOUNT = 30;

export interface Turns {
  events(cell: Cell, events: number): Promise<Turn>;
  billing(cell: Cell, subscriptions: number): Promise<Turn>;
  both(cell: Cell, subscriptions: number): Promise<Turn>;
  end(): Promise<void>;
}

export function createTurns(platform: Platform, processes: Processes, cores: number): Turns {
  const next = createLoad("processes", clockOfABillion());
  const database = openDatabase(platform.appUrl);

  /** Sends until `isOver`, which is asked before each request. Returns how many events were stored. */
  async function send({ apis }: Cell, bodies: Iterator<string>, isOver: () => boolean): Promise<number> {
    let requests = 0;
    const lanes = Array.from({ length: CONNECTIONS }, async (_, place) => {
      const url = processes.urls[place % apis] ?? platform.url;
      const exchange = await openExchange({ url, token: platform.token });
      for (let body = bodies.next(); body.done !== true && !isOver(); body = bodies.next()) {
        const answer = await exchange.post("/events?detail=counts", body.value);
        if (!answer.includes('"failed":0')) throw new Error(`events failed: ${answer}`);
        requests += 1;
      }
      exchange.close();
    });
    await Promise.all(lanes);
    return requests * PER_REQUEST;
  }

  async function due(subscriptions: number) {
    const load = { subscriptions, events: subscriptions * USAGE_PER_ACCOUNT, usagePerAccount: USAGE_PER_ACCOUNT };
    return makeDueSubscriptions({ database, owner: platform.owner }, load);
  }

  const bodiesOf = (events: number) =>
    Array.from({ length: Math.ceil(events / PER_REQUEST) }, () => JSON.stringify({ events: next(PER_REQUEST) }));

  function* endless() {
    for (;;) yield JSON.stringify({ events: next(PER_REQUEST) });
  }

  async function measured(work: () => Promise<{ events: number; invoices: number }>): Promise<Turn> {
    const [before, began] = [await coreTime(), performance.now()];
    const { result, waits } = await watchWaits(platform.owner, work);
    const [seconds, after] = [(performance.now() - began) / 1_000, await coreTime()];
    const of = (...pids: number[]) => after.of(...pids) - before.of(...pids);
    const { servers, workers } = processes;
    // The processes of this benchmark are its children; PostgreSQL is not, if it is elsewhere on the machine.
    const foreign = after.all - before.all - of(process.pid, platform.databasePid);
    return {
      ...result,
      eventsPerSecond: result.events / seconds,
      invoicesPerSecond: result.invoices / seconds,
      cpu: { apis: of(...servers), workers: of(...workers), database: of(platform.databasePid) },
      waits,
      foreignShare: Math.max(0, foreign) / (seconds * cores),
    };
  }

  return {
    events(cell, events) {
      const bodies = bodiesOf(events).values();
      return measured(async () => ({ events: await send(cell, bodies, () => false), invoices: 0 }));
    },
    async billing({ workers }, subscriptions) {
      const { context, count } = await due(subscriptions);
      const turn = await measured(async () => {
        await processes.bill(context.organizationId, workers);
        return { events: 0, invoices: subscriptions };
      });
      return checked(turn, await count());
    },
    async both(cell, subscriptions) {
      const { context, count } = await due(subscriptions);
      let isOver = false;
      const turn = await measured(async () => {
        const billed = processes.bill(context.organizationId, cell.workers).finally(() => (isOver = true));
        const events = await send(cell, endless(), () => isOver);
        await billed;
        return { events, invoices: subscriptions };
      });
      return checked(turn, await count());
    },
    end: () => database.close(),
  };
}

function checked(turn: Turn, { invoices }: { readonly invoices: number }): Turn {
  if (invoices !== turn.invoices) throw new Error(`${invoices} invoices were issued and not ${turn.invoices}`);
  return turn;
}
