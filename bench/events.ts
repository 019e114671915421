/**
 * Usage events over HTTP in batches, against the same rows written by bare SQL from one process, in turns. Target: at least
 * half of the bare rate. `npm run bench -- events [rounds] [events per round]`
 */
import { bareBatch, connect, writeBare } from "./platform/bare-sql.ts";
import { createAccounts } from "./platform/create-accounts.ts";
import { accountAliases, createLoad, loadShape } from "./platform/event-load.ts";
import { median } from "./platform/median.ts";
import { sendAll } from "./platform/send.ts";
import { startPlatform } from "./platform/start-platform.ts";

const [rounds = 7, eventsPerRound = 40_000] = process.argv.slice(2).map(Number);
const batchSize = 1_000;
const writers = 2;

const platform = await startPlatform();
const clients = await connect(platform.ownerUrl, writers);
const accountIds = await createAccounts(platform, accountAliases);

console.log(`PostgreSQL ${platform.version}, durable commits; server, client and database on the same cores`);
console.log(`load: ${loadShape}`);
console.log(`batches of ${batchSize}, ${writers} writing connections on both sides, ${eventsPerRound} events a turn\n`);
console.log("round   over HTTP events/s   bare SQL events/s   share");

const nextOverHttp = createLoad("http");
const nextBare = createLoad("bare");
const rates = { http: [] as number[], bare: [] as number[] };
for (let round = 0; round <= rounds; round += 1) {
  const http = await rateOf(
    batches(nextOverHttp).map((events) => JSON.stringify({ events })),
    (bodies) => sendAll({ url: `${platform.url}/events?detail=counts`, token: platform.token, connections: 4 }, bodies),
  );
  const bare = await rateOf(
    batches(nextBare).map((events) => bareBatch(events, accountIds)),
    (texts) => writeBare(clients, `${platform.organizationId}-bare`, texts),
  );
  // The first round warms both up.
  if (round === 0) continue;
  rates.http.push(http);
  rates.bare.push(bare);
  print(String(round), http, bare);
}
print("median", median(rates.http), median(rates.bare));

await Promise.all(clients.map((client) => client.end()));
await platform.stop();

function batches(next: (count: number) => unknown[]) {
  return Array.from({ length: eventsPerRound / batchSize }, () => next(batchSize)) as ReturnType<typeof nextOverHttp>[];
}

async function rateOf(texts: readonly string[], send: (texts: readonly string[]) => Promise<void>): Promise<number> {
  const start = performance.now();
  await send(texts);
  return (eventsPerRound / (performance.now() - start)) * 1_000;
}

function print(round: string, http: number, bare: number): void {
  const share = `${((http / bare) * 100).toFixed(0)} %`;
  console.log(`${round.padEnd(6)}${http.toFixed(0).padStart(20)}${bare.toFixed(0).padStart(20)}${share.padStart(8)}`);
}
