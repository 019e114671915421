import { createAccount, createMetric } from "@counterfoil/service";
import { makePrice } from "./actions/make-price.ts";
import { subscribe } from "./actions/subscribe.ts";
import { randomMetric } from "./catalogue/metrics.ts";
import { randomPrice } from "./catalogue/prices.ts";
import { CURRENCIES } from "./catalogue/subscriptions.ts";
import { ZONES } from "./catalogue/zones.ts";
import type { Random } from "./random.ts";
import { record, type World } from "./world.ts";

/** Creates an organization with metrics, prices in two currencies, accounts in their zones, and a first subscription. */
export async function foundOrganization(world: World, random: Random): Promise<void> {
  const { platform } = world;
  const { graceHours, skipsZero, start } = platform.options;
  const country = world.sellsFrom;
  await platform.open(country);
  record(world, { kind: "organization_made", graceHours, skipsZero, country, now: start });
  await makeMetrics(world, random.fork("metrics"));
  const metricIds = [...world.books.metrics.keys()];
  const currencies = random.shuffled(CURRENCIES).slice(0, 2);
  for (const currency of currencies) {
    for (let count = random.integer(4, 6); count > 0; count -= 1) {
      await makePrice(world, randomPrice(random, currency, metricIds));
    }
  }
  for (let count = random.integer(1, 3); count > 0; count -= 1) await makeAccount(world, random);
  await subscribe.perform(world, random.fork("first subscription"));
}

async function makeMetrics(world: World, random: Random): Promise<void> {
  for (let count = random.integer(2, 4); count > 0; count -= 1) {
    const definition = randomMetric(random);
    if (definition.groupBy.length > 0) world.coverage.count("metric: grouped");
    const input = { ...definition, name: `Metric ${count}`, filters: [...definition.filters] };
    const { id } = await world.platform.call((context) => createMetric(context, input));
    record(world, { kind: "metric_made", metric: { ...definition, id } });
    world.coverage.count(`metric: ${definition.aggregation.method}`);
    for (const { operator } of definition.filters.flatMap(({ filters }) => filters)) {
      world.coverage.count(`filter: ${operator}`);
    }
  }
}

async function makeAccount(world: World, random: Random): Promise<void> {
  const zone = random.pick(ZONES);
  const { testClockId } = world.platform;
  // Drawn separately, like everything about money.
  const country = random.fork(`country ${world.books.zones.size}`).pick([null, "DE", "US"]);
  const { id } = await world.platform.call((context) =>
    createAccount(context, { name: "Account", timezone: zone, taxCountry: country, testClockId }),
  );
  record(world, { kind: "account_made", accountId: id, zone, country });
}
