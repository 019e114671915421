export { countDueSubscriptions, type DueWork, runDueWork } from "./run-due.ts";
export { runTestClocks } from "./run-test-clocks.ts";
