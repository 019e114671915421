import {
  type ExportedUsageEvent,
  exportUsageEvents,
  findAccount,
  getOrganization,
  hasSentCosts,
  type Tx,
  type UsageEventSelection,
  usagePropertyNames,
} from "@counterfoil/storage";
import { accountTimeZone } from "../clocks/index.ts";
import { atOneInstant } from "../at-one-instant.ts";
import { type Context, read } from "../context.ts";
import { DomainError, type Fault, notFound } from "../errors/index.ts";
import { dayFault, isInstantOrDate, toInstantText } from "../time.ts";

/** Which events to export. A missing member sets no condition. */
export interface EventSelection {
  /** ID or alias. */
  readonly account?: string | undefined;
  readonly eventName?: string | undefined;
  /** Instants, or dates that mean the start of that day in the account's or the organization's zone. Half-open. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Reads the selected events in their state when the reading began, however long it takes. */
export interface EventReading {
  /** The sorted names of all properties in the events. */
  propertyNames(): Promise<string[]>;
  /** Whether any of the events was sent with a cost. */
  hasCosts(): Promise<boolean>;
  /** The events in the order in which they began to count, a few thousand at a time. */
  events(): AsyncIterable<ExportedUsageEvent[]>;
}

/** Opens a reading for `work`. Includes events that wait for their account (R-EVT-5), unless an account is selected. */
export function exportEvents<Result>(
  context: Context,
  selection: EventSelection,
  work: (reading: EventReading) => Promise<Result>,
): Promise<Result> {
  return atOneInstant(context, (frozen) => readEvents(frozen, selection, work));
}

/** Reads inside a reading that was already opened. */
export function readEvents<Result>(
  frozen: Context,
  selection: EventSelection,
  work: (reading: EventReading) => Promise<Result>,
): Promise<Result> {
  return read(frozen, async (tx) => {
    const selected = await select(tx, selection);
    return work({
      propertyNames: () => usagePropertyNames(tx, selected),
      hasCosts: () => hasSentCosts(tx, selected),
      events: () => exportUsageEvents(tx, selected),
    });
  });
}

async function select(tx: Tx, { account, eventName, from, to }: EventSelection): Promise<UsageEventSelection> {
  const found = account === undefined ? undefined : await findAccount(tx, account);
  if (account !== undefined && found === undefined) throw notFound("account", account);
  const zone = accountTimeZone(found ?? { timezone: null }, await getOrganization(tx));
  const range = { from: instantOf(from, "from", zone), to: instantOf(to, "to", zone) };
  if (range.from !== null && range.to !== null && range.from >= range.to) {
    refuse({ pointer: "/to", code: "not_after_from", detail: "to must be later than from." });
  }
  return { accountId: found?.id ?? null, eventName: eventName ?? null, ...range };
}

function instantOf(text: string | undefined, name: string, zone: string): string | null {
  if (text === undefined) return null;
  if (isInstantOrDate(text)) return toInstantText(text, zone);
  const accepted = "must be a date such as 2024-01-31 or a timestamp with offset such as 2024-01-31T08:00:00Z";
  return refuse({ pointer: `/${name}`, code: "wrong_format", detail: `${name} ${dayFault(text) ?? accepted}.` });
}

function refuse(fault: Fault): never {
  throw new DomainError("invalid_parameter", `Invalid parameter: ${fault.pointer.slice(1)}. See errors.`, [fault]);
}
