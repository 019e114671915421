import {
  type Database,
  type History,
  openDatabase,
  postgresUsageStore,
  readProperties,
  readRawUsage,
  type UsageAnswer,
  type UsageQuestion,
} from "@counterfoil/storage";
import { copierContext } from "@counterfoil/testkit/clickhouse";
import { createTestDatabase, insertOrganizations } from "@counterfoil/testkit/postgres";

const START = Date.parse("2024-01-01T00:00:00.000Z");

/** An organization with one account and calls, on a separate database. */
export async function openShop(history: History, organizationId = "org_shop") {
  const testDatabase = await createTestDatabase();
  const database = openDatabase(testDatabase.appUrl, { history });
  /** Reads from PostgreSQL alone. */
  const alone = openDatabase(testDatabase.appUrl);
  await insertOrganizations(testDatabase.ownerUrl, [organizationId]);
  let sent = 0;
  const question: UsageQuestion = {
    key: "sum",
    accountId: "acct_1",
    metric: { id: "sum", eventName: "call", filters: [], aggregation: { method: "sum", field: "n" } },
    start: "2024-01-01T00:00:00.000Z",
    end: "2025-01-01T00:00:00.000Z",
    throughSequence: null,
    groupBy: [],
    except: [],
  };
  const sumIn = async (from: Database, members: Partial<UsageQuestion> = {}) =>
    quantity(await from.transaction(organizationId, (tx) => readRawUsage(tx, [{ ...question, ...members }], "copied")));
  const sentEvents = (numbers: readonly number[]) =>
    numbers.map((number) => {
      const properties = '{"n":1}';
      return {
        uniqueId: `call-${number}`,
        contentHash: number.toString(16).padStart(32, "0"),
        accountId: "acct_1",
        accountReference: null,
        eventName: "call",
        properties,
        values: readProperties(properties),
        timestamp: new Date(START + (number % 8_000) * 3_600_000).toISOString(),
      };
    });
  const receivedAt = "2024-02-01T00:00:00.000Z";
  return {
    database,
    alone,
    context: copierContext(database, organizationId),
    appUrl: testDatabase.appUrl,
    ownerUrl: testDatabase.ownerUrl,
    /** All calls. */
    question,
    /** Sends calls with n = 1, an hour apart. Returns their IDs. */
    async send(count: number): Promise<string[]> {
      const events = sentEvents(Array.from({ length: count }, () => (sent += 1)));
      await alone.transaction(organizationId, (tx) => postgresUsageStore.insert(tx, events, receivedAt));
      return events.map(({ uniqueId }) => uniqueId);
    },
    /** Sends calls again, through the process that sent them. Returns what is stored under their IDs. */
    async resendAlone(ids: readonly string[]) {
      const events = sentEvents(ids.map((id) => Number(id.slice("call-".length))));
      const { stored } = await alone.transaction(organizationId, (tx) =>
        postgresUsageStore.insert(tx, events, receivedAt),
      );
      return stored;
    },
    /** The sum of all calls, from both stores. */
    sum: (from: Database = database) => sumIn(from),
    /** The same from PostgreSQL alone. */
    storedSum: (members?: Partial<UsageQuestion>) => sumIn(alone, members),
    async stop() {
      await database.close();
      await alone.close();
      await testDatabase.drop();
    },
  };
}

export type Shop = Awaited<ReturnType<typeof openShop>>;

function quantity([answer]: readonly UsageAnswer[]): string {
  if (answer?.kind !== "measured") throw new Error("not measured");
  return answer.quantity.toCanonical();
}
