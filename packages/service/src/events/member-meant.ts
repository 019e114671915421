/** What an event's members are called elsewhere, in small letters and without what stands between words. */
const OTHER_NAMES = {
  uniqueId: ["uniqueid", "id", "eventid", "idempotencykey", "transactionid", "messageid", "identifier"],
  account: ["account", "accountid", "customer", "customerid", "externalcustomerid", "externalaccountid", "subject"],
  eventName: ["eventname", "event", "name", "type", "eventtype", "code"],
  properties: ["properties", "property", "data", "payload", "attributes"],
  timestamp: ["timestamp", "time", "date", "occurredat", "eventtime", "ts"],
} as const;

type EventMember = keyof typeof OTHER_NAMES;

const MEANT = new Map<string, EventMember>(
  Object.entries(OTHER_NAMES).flatMap(([member, names]) => names.map((name) => [name, member as EventMember])),
);

/** The member of an event that somebody means who writes `event_name` or `customerId`; undefined for any other name. */
export function memberMeant(written: string): EventMember | undefined {
  return MEANT.get(
    written
      .slice(0, 50)
      .toLowerCase()
      .replaceAll(/[^a-z]/g, ""),
  );
}
