import { startClickHouse } from "./start-clickhouse.ts";
import { clickHouseAddress } from "./test-history.ts";

/** Vitest's global setup of the project "history": one ClickHouse per run, with its URL in the environment. */
export default async function setUp(): Promise<() => Promise<void>> {
  const clickHouse = await startClickHouse();
  process.env[clickHouseAddress] = clickHouse.url;
  return () => clickHouse.stop();
}
