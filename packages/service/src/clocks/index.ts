export { accountNow, accountTimeZone, findTimeZone, onAccountClock } from "./account-time.ts";
export { advanceTestClock, createTestClock, getTestClock, listTestClocks } from "./test-clock.ts";
