/** Names of an event's members in other APIs, in lowercase and without separators. */
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

/** The member that a sender means with `event_name` or `customerId`. Undefined for any other name. */
export function memberMeant(written: string): EventMember | undefined {
  return MEANT.get(
    written
      .slice(0, 50)
      .toLowerCase()
      .replaceAll(/[^a-z]/g, ""),
  );
}
