export { clickHouseEngine } from "./engine-folder.ts";
export { type Fault, type FaultyWay, startFaultyWay } from "./faulty-way.ts";
export { AT_ONCE, clickHouseAddress, copierContext, copyTestHistory, openTestHistory } from "./test-history.ts";
export { startClickHouse, type TestClickHouse } from "./start-clickhouse.ts";
