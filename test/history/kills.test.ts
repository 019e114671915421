import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { historyStanding, prepareHistory, verifyHistory } from "@counterfoil/service";
import { openHistory } from "@counterfoil/storage";
import { startClickHouse } from "@counterfoil/testkit/clickhouse";
import pg from "pg";
import { expect, test } from "vitest";
import { openShop } from "./support/shop.ts";

const PROCESS = fileURLToPath(new URL("support/copying-process.ts", import.meta.url));
/** Of copiers, of ClickHouse and of connections to PostgreSQL, in turn. */
const KILLS = Number(process.env["COUNTERFOIL_KILLS"] ?? 12);

test("copiers, ClickHouse and connections to PostgreSQL are killed while events arrive: no gap and no double (R-HIST-1, R-HIST-4)", async () => {
  const clickHouse = await startClickHouse();
  const history = openHistory({ url: clickHouse.url, silenceMilliseconds: 2_000 });
  const shop = await openShop(history);
  const owner = new pg.Pool({ connectionString: shop.ownerUrl, max: 1 });
  await prepareHistory(shop.context, history);
  const start = () =>
    spawn(process.execPath, [PROCESS, shop.appUrl, clickHouse.url, shop.context.organizationId], {
      stdio: ["ignore", "ignore", "inherit"],
    });
  let copiers = [start(), start()];
  let sent = 0;
  const retried = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    for (;;) {
      const result = await work().then(
        (done) => ({ done }),
        () => undefined,
      );
      if (result !== undefined) return result.done;
      await setTimeout(50);
    }
  };
  const watermark = async () => Number((await retried(() => historyStanding(shop.context)))?.rowCount ?? 0);
  for (let kill = 0; kill < KILLS; kill += 1) {
    const before = await watermark();
    // A send whose connection was killed may have been committed: its IDs are new each time, so it is only more events.
    await retried(() => shop.send(150)).then((ids) => (sent += ids.length));
    // Whatever was killed before, copying goes on.
    while ((await watermark()) === before) await setTimeout(20);
    await setTimeout(Math.random() * 60);
    if (kill % 3 === 0) {
      const [first, ...rest] = copiers;
      first?.kill("SIGKILL");
      copiers = [...rest, start()];
    } else if (kill % 3 === 1) {
      await clickHouse.restart();
    } else {
      await owner.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
      );
    }
  }
  const stored = Number(await retried(() => shop.storedSum()));
  expect(stored).toBeGreaterThanOrEqual(sent);
  while ((await watermark()) < stored) await setTimeout(50);
  for (const copier of copiers) {
    copier.kill("SIGKILL");
    await once(copier, "close");
  }
  expect(await historyStanding(shop.context)).toMatchObject({ failure: null, rowCount: String(stored) });
  expect(await verifyHistory(shop.context, history)).toMatchObject({ rows: stored, differing: [] });
  expect(await shop.sum()).toBe(String(stored));
  await owner.end();
  await shop.stop();
  await clickHouse.stop();
}, 600_000);
