import { Random } from "../../random.ts";
import { createAnsweredApi } from "../mixed/answered-api.ts";
import { startReceiver } from "../mixed/receiver.ts";
import { type Killed, killTogether, RECOVERY_MILLISECONDS } from "./kill-together.ts";
import { openMeteredShop, readStored } from "./metered-shop.ts";
import { type Answered, type BilledMonth, sellMetered, type Sending, streamOn } from "./senders.ts";
import { startServed } from "./served.ts";
import { shippedFaults } from "./shipped-faults.ts";
import { startStarted } from "./started.ts";
import { Rational } from "../../auditor/rational.ts";

/** `serve` and `worker` as two processes with a separate server, or `npm start`. */
export type ShippedCommands = "serve" | "start";

/** Results of a run. */
export interface ShippedReport extends Killed {
  readonly faults: readonly string[];
  readonly events: number;
  /** Bodies that got no response and were sent again. */
  readonly lost: Readonly<Record<"ndjson" | "json", number>>;
  /** Months billed by usage. */
  readonly months: number;
  /** Existing notifications, and requests that the receiver accepted. */
  readonly notifications: number;
  readonly told: number;
}

export interface ShippedOptions {
  readonly commands: ShippedCommands;
  readonly kills: number;
  readonly seed: number;
  readonly onRecovered?: (kill: number, milliseconds: number) => void;
  /** Stops the run and everything it started. */
  readonly signal?: AbortSignal | undefined;
}

const ACCOUNTS = ["crm-0", "crm-1", "crm-2"];

/**
 * Runs the shipped commands while NDJSON streams and JSON bodies arrive and months are billed by usage, and kills several
 * processes at once. Each time everything recovers within the limit. Afterwards every answered event is stored once, each
 * month is billed to the cent, numbers have no gap, every notification arrived in order, and `counterfoil verify` and
 * `doctor` find nothing (R-OPS-2, R-EVT-2, R-EVT-3, R-HOOK-2, invariants 9 and 10).
 */
export async function liveThroughShipped(options: ShippedOptions): Promise<ShippedReport> {
  const { commands, kills, seed } = options;
  const random = new Random(`shipped ${commands} ${seed}`);
  const ending = new AbortController();
  const signal = AbortSignal.any([ending.signal, ...(options.signal === undefined ? [] : [options.signal])]);
  const receiver = await startReceiver(random.fork("receiver"));
  receiver.calm();
  const working: Promise<void>[] = [];
  try {
    const platform = await (commands === "serve" ? startServed(signal) : startStarted(signal));
    try {
      const client = (name: string) => createAnsweredApi(name, platform.token, () => platform.url, signal);
      const keeper = client("keeper");
      const shop = await openMeteredShop(keeper, receiver.url, ACCOUNTS);
      let isOver = false;
      const lost = { ndjson: 0, json: 0 };
      const faults: string[] = [];
      const answered = new Map<string, Answered>();
      const months: BilledMonth[] = [];
      const sending = (name: string): Sending => ({
        url: platform.url,
        token: platform.token,
        random: random.fork(name),
        answered,
        faults,
        isOver: () => isOver,
        onLost: (form) => (lost[form] += 1),
        signal,
      });
      const sellers = ["buyer-0", "buyer-1"].map((name) => ({ name, api: client(name) }));
      const work = [
        ...["one", "two"].map((name) => streamOn(name, ACCOUNTS, sending(name))),
        ...sellers.map(({ name, api }) => sellMetered(name, { api, priceIds: shop.priceIds, months }, sending(name))),
      ];
      // A failing client ends alone; the others continue until the run is over.
      working.push(...work.map((one) => one.catch((error: unknown) => void faults.push(String(error)))));
      const killed = await killTogether(platform, {
        kills,
        random: random.fork("kills"),
        signal,
        onRecovered({ kill, milliseconds, eventId }) {
          answered.set(eventId, { account: "recovered", value: Rational.zero });
          options.onRecovered?.(kill, milliseconds);
        },
      });
      isOver = true;
      await Promise.all(working);
      faults.push(
        ...slowFaults(killed.recoveries),
        ...[keeper, ...sellers.map(({ api }) => api)].flatMap((api) => api.faults),
      );
      return await readStored(await platform.ownerUrl(), shop, signal, async (stored) => {
        const after = { ...stored, ...shop, platform, api: keeper, accounts: ACCOUNTS, answered, months };
        const found = await shippedFaults({ ...after, told: receiver.told });
        return {
          ...killed,
          faults: [...faults, ...found.faults],
          events: answered.size,
          lost,
          months: months.length,
          notifications: found.notifications,
          told: receiver.told.length,
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

function slowFaults(recoveries: readonly number[]): string[] {
  return recoveries
    .filter((milliseconds) => milliseconds > RECOVERY_MILLISECONDS)
    .map((milliseconds) => `recovery took ${milliseconds.toFixed(0)} ms, more than ${RECOVERY_MILLISECONDS}`);
}
