import {
  beginCorrection,
  correctUsageEvent,
  type Database,
  readProperties,
  type UsageEvent,
} from "@counterfoil/storage";
import fc from "fast-check";

export const RECEIVED = "2024-02-01T00:00:00.000Z";
const HOUR = 3_600_000;
const START = Date.parse("2023-12-30T00:00:00.000Z");

/** Numbers that floats change, texts that need escapes, and values that no metric reads. */
const value = fc.oneof(
  fc.integer({ min: -5, max: 5 }).map(String),
  fc.constantFrom(
    "0.1",
    "-0.000000000000000000001",
    "12345678901234567890.5",
    "1e21",
    "123456789012345678901234567890",
    "18446744073709551615",
    "-0",
    '""',
    '"2.50"',
    '"x\\n\\"\'\\\\"',
    "true",
    '"ü😀"',
  ),
);
const sent = fc.record({
  account: fc.constantFrom("acct_1", "acct_2", "unknown"),
  name: fc.constantFrom("call", "other"),
  hours: fc.integer({ min: 0, max: 40 * 24 }),
  /** Not at an hour, in the middle of a quarter. */
  minutes: fc.constantFrom(0, 7, 15),
  n: fc.option(value),
  region: fc.option(fc.constantFrom('"eu"', '"us"', "7", "7.0", "123456789012345678901234567890")),
});
export type Step =
  | { readonly kind: "send"; readonly events: readonly (typeof sent extends fc.Arbitrary<infer Sent> ? Sent : never)[] }
  | { readonly kind: "void" | "amend"; readonly which: number }
  | { readonly kind: "bind" | "copy" | "note" };
export const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant("send" as const),
      events: fc.array(sent, { minLength: 1, maxLength: 12 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom("void" as const, "amend" as const), which: fc.nat(200) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("bind" as const) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("copy" as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("note" as const) }) },
);

let made = 0;

export function toEvent({
  account,
  name,
  hours,
  minutes,
  n,
  region,
}: Parameters<typeof propertiesOf>[0] & Sent): UsageEvent {
  made += 1;
  const properties = propertiesOf({ n, region });
  return {
    uniqueId: `event\t${made}\\'`,
    contentHash: made.toString(16).padStart(32, "0"),
    accountId: account === "unknown" ? null : account,
    accountReference: account === "unknown" ? "crm-1" : account === "acct_2" && hours % 2 === 0 ? "B-alias" : null,
    eventName: name,
    properties,
    values: readProperties(properties),
    timestamp: new Date(START + hours * HOUR + minutes * 60_000).toISOString(),
  };
}
export interface Sent {
  readonly account: string;
  readonly name: string;
  readonly hours: number;
  readonly minutes: number;
}
function propertiesOf({ n, region }: { readonly n: string | null; readonly region: string | null }): string {
  const members = [...(n === null ? [] : [`"n":${n}`]), ...(region === null ? [] : [`"region": ${region}`])];
  return `{${members.join(",")}}`;
}

/** Voids or amends an event, unless it has ended. */
export async function correct(
  database: Database,
  organization: string,
  uniqueId: string,
  kind: "void" | "amend",
): Promise<void> {
  await database.transaction(organization, async (tx) => {
    const correction = await beginCorrection(tx, uniqueId);
    if (correction === undefined || correction.event.voidedSequence !== null) return;
    const { accountId, accountReference, eventName, timestamp } = correction.event;
    const properties = '{"n":1000.5,"region":"eu"}';
    const values = readProperties(properties);
    const next = { uniqueId, accountId, accountReference, eventName, timestamp, properties, values };
    await correctUsageEvent(tx, correction, kind === "void" ? null : next, { receivedAt: RECEIVED, knownAt: RECEIVED });
  });
}
