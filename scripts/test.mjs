// Runs every check, every test and the simulation: `npm test`. Shards run two at a time, the fastest first, so that quick
// failures appear early. `npm test -- --shard stories` runs one shard. File names and vitest's options run the tests they
// select, on the embedded PostgreSQL only.
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
