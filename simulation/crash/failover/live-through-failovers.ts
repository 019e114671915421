import { setTimeout as sleep } from "node:timers/promises";
import { type Replicated, startReplicated } from "@counterfoil/testkit/postgres";
import { Rational } from "../../auditor/rational.ts";
import { Random } from "../../random.ts";
import { createAnsweredApi } from "../mixed/answered-api.ts";
import { startReceiver } from "../mixed/receiver.ts";
import { openMeteredShop, readStored } from "../shipped/metered-shop.ts";
import { type Answered, type BilledMonth, sellMetered, type Sending, streamOn } from "../shipped/senders.ts";
import { shippedFaults } from "../shipped/shipped-faults.ts";
import { postEvents } from "../shipped/stream-events.ts";
import { payBills, paymentFaults, type Payment } from "./pay-bills.ts";
import { type FailoverPlatform, startFailoverPlatform } from "./failover-platform.ts";

/** One fail-over in milliseconds. */
export interface Failover {
  readonly how: "kill" | "freeze";
  /** From the loss of the primary until a write is answered again. */
  readonly fromLoss: number;
  /** From the end of the promotion until then. */
  readonly fromPromotion: number;
  /** From the promotion until both API processes and the worker are ready. */
  readonly untilAllReady: number;
}

export interface FailoverReport {
  readonly faults: readonly string[];
  readonly failovers: readonly Failover[];
  readonly events: number;
  /** Bodies of events that got no answer, or 503, and were sent again. */
  readonly lost: number;
  /** Other requests that were answered, and that were sent again. */
  readonly requests: { readonly answered: number; readonly again: number };
  readonly months: number;
  readonly payments: number;
  readonly notifications: number;
}

export interface FailoverOptions {
  readonly failovers: number;
  readonly seed: number;
  /** Of the fail-overs, each of this number freezes the primary instead of killing it. 0: none. */
  readonly freezeEach?: number;
  /** Starts the primary and its standby. Without it the drill promotes by itself. */
  readonly startPair?: () => Promise<Replicated>;
  readonly onFailover?: (number: number, failover: Failover) => void;
  readonly signal?: AbortSignal | undefined;
}

const ACCOUNTS = ["crm-0", "crm-1", "crm-2"];
/** R-HA-1: the processes reconnect by themselves within ten seconds of the promotion. */
export const RECONNECT_MILLISECONDS = 10_000;
const GIVEN_UP_MILLISECONDS = 120_000;

/**
 * Two API processes and a worker bill and take events and payments, while the primary is lost and its standby promoted
 * again and again. Afterwards nothing that was answered is missing, nothing exists twice, and numbers have no gap (R-HA-1).
 */
export async function liveThroughFailovers(options: FailoverOptions): Promise<FailoverReport> {
  const random = new Random(`failover ${options.seed}`);
  const ending = new AbortController();
  const signal = AbortSignal.any([ending.signal, ...(options.signal === undefined ? [] : [options.signal])]);
  const receiver = await startReceiver(random.fork("receiver"));
  receiver.calm();
  const working: Promise<void>[] = [];
  try {
    const platform = await startFailoverPlatform(options.startPair ?? startReplicated, signal);
    try {
      const client = (name: string, place: 0 | 1) =>
        createAnsweredApi(name, platform.token, () => platform.urls[place], signal);
      const keeper = client("keeper", 0);
      const shop = await openMeteredShop(keeper, receiver.url, ACCOUNTS);
      let isOver = false;
      let lost = 0;
      const faults: string[] = [];
      const answered = new Map<string, Answered>();
      const months: BilledMonth[] = [];
      const payments: Payment[] = [];
      const sending = (name: string, place: 0 | 1): Sending => ({
        url: platform.urls[place],
        token: platform.token,
        random: random.fork(name),
        answered,
        faults,
        isOver: () => isOver,
        onLost: () => (lost += 1),
        signal,
      });
      const sellers = [client("buyer-0", 0), client("buyer-1", 1)] as const;
      const payer = client("payer", 1);
      const work = [
        streamOn("one", ACCOUNTS, sending("one", 0)),
        streamOn("two", ACCOUNTS, sending("two", 1)),
        ...sellers.map((api, place) => {
          const name = `buyer-${place}`;
          return sellMetered(name, { api, priceIds: shop.priceIds, months }, sending(name, place === 0 ? 0 : 1));
        }),
        payBills(payer, payments, () => isOver),
      ];
      working.push(...work.map((one) => one.catch((error: unknown) => void faults.push(String(error)))));
      const failovers = await failOver(platform, { ...options, random: random.fork("failovers"), answered, signal });
      isOver = true;
      await Promise.all(working);
      faults.push(...slowFaults(failovers), ...[keeper, payer, ...sellers].flatMap((api) => api.faults));
      return await readStored(await platform.ownerUrl(), shop, signal, async (stored) => {
        const after = { ...stored, ...shop, platform, api: keeper, accounts: ACCOUNTS, answered, months };
        const found = await shippedFaults({ ...after, told: receiver.told });
        const apis = [keeper, payer, ...sellers];
        return {
          faults: [...faults, ...found.faults, ...(await paymentFaults(stored, payments))],
          failovers,
          events: answered.size,
          lost,
          requests: { answered: sum(apis.map((api) => api.answered)), again: sum(apis.map((api) => api.lost)) },
          months: months.length,
          payments: payments.length,
          notifications: found.notifications,
        };
      });
    } finally {
      ending.abort(new Error("the run is over"));
      await Promise.all(working);
      await platform.stop();
    }
  } finally {
    await receiver.stop();
  }
}

interface FailingOver extends FailoverOptions {
  readonly random: Random;
  readonly answered: Map<string, Answered>;
  readonly signal: AbortSignal;
}

async function failOver(platform: FailoverPlatform, options: FailingOver): Promise<Failover[]> {
  const { failovers, freezeEach = 0, random, answered, signal, onFailover } = options;
  const done: Failover[] = [];
  for (let number = 1; number <= failovers; number += 1) {
    await sleep(random.integer(500, 2_500), undefined, { signal });
    const how = freezeEach > 0 && number % freezeEach === 0 ? "freeze" : "kill";
    const begun = performance.now();
    await platform.lose(how);
    // The tool that promotes takes a moment to notice.
    await sleep(random.integer(0, 500));
    await platform.promote();
    const promoted = performance.now();
    const eventId = `failover-${number}`;
    const event = { uniqueId: eventId, account: "failover", eventName: "failover", properties: {} };
    const isWritten = async () =>
      (await postEvents({ url: platform.urls[number % 2 === 0 ? 0 : 1], token: platform.token }, [event]))?.status ===
      200;
    await until(isWritten, platform, signal);
    const written = performance.now();
    answered.set(eventId, { account: "failover", value: Rational.zero });
    await until(() => platform.isReady(), platform, signal);
    const failover: Failover = {
      how,
      fromLoss: written - begun,
      fromPromotion: written - promoted,
      untilAllReady: performance.now() - promoted,
    };
    done.push(failover);
    onFailover?.(number, failover);
    await platform.replace();
  }
  return done;
}

async function until(isSo: () => Promise<boolean>, platform: FailoverPlatform, signal: AbortSignal): Promise<void> {
  const begun = performance.now();
  while (!(await isSo())) {
    signal.throwIfAborted();
    if (performance.now() - begun > GIVEN_UP_MILLISECONDS) throw new Error(`never recovered: ${platform.output()}`);
    await sleep(20);
  }
}

function slowFaults(failovers: readonly Failover[]): string[] {
  return failovers
    .filter(({ untilAllReady }) => untilAllReady > RECONNECT_MILLISECONDS)
    .map(
      ({ untilAllReady }) => `reconnecting took ${untilAllReady.toFixed(0)} ms, more than ${RECONNECT_MILLISECONDS}`,
    );
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
