// Runs every check, every test and the simulation: `npm test`. They are split into shards, of which two run at a time and the fastest
// start first, so that what takes seconds reports before what takes minutes. `npm test -- --shard stories` runs one shard. Names of files
// and vitest's options run the tests they select, on the embedded PostgreSQL only.
import { chooseShards } from "./test/choose-shards.mjs";
import { runShard, runVitestHere } from "./test/run-shard.mjs";
import { runInLanes } from "./test/run-in-lanes.mjs";
import { summarize } from "./test/summarize.mjs";

const { shards, notes, selected } = chooseShards(process.argv.slice(2));
const server = process.env.COUNTERFOIL_TEST_POSTGRES || "the embedded one";
const outcomes =
  selected === undefined
    ? await runInLanes(shards, 2, runShard)
    : [await runVitestHere(`selected tests (PostgreSQL: ${server})`, selected)];
const { text, failed } = summarize(outcomes, notes);
console.log(text);
process.exitCode = failed ? 1 : 0;
