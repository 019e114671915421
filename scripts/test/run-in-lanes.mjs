import { duration } from "./duration.mjs";

/** Milliseconds between lines that name the running shards, so that a long one does not look stuck. */
const HEARTBEAT_MILLISECONDS = 60_000;

/**
 * Runs shards in their order, so many at a time, and says when each starts and ends. Returns their outcomes in the same order. After an
 * interruption no further shard starts.
 * @template Outcome
 * @param {import("./choose-shards.mjs").Shard[]} shards
 * @param {number} lanes
 * @param {(shard: import("./choose-shards.mjs").Shard) => Promise<Outcome & { line: string, log?: string, interrupted: boolean }>} run
 */
export async function runInLanes(shards, lanes, run) {
  const waiting = [...shards.entries()];
  /** @type {(Outcome & { line: string, log?: string, interrupted: boolean })[]} */
  const outcomes = [];
  /** @type {Map<string, number>} when each running shard started */
  const running = new Map();
  const heartbeat = setInterval(() => {
    const now = performance.now();
    const names = [...running].map(([name, started]) => `${name} (${duration((now - started) / 1000)})`);
    console.log(`… running: ${names.join(", ")}`);
  }, HEARTBEAT_MILLISECONDS);
  let interrupted = false;
  const runLane = async () => {
    for (let next = waiting.shift(); next !== undefined && !interrupted; next = waiting.shift()) {
      const [index, shard] = next;
      console.log(`▸ ${shard.name}: ${shard.title}`);
      running.set(shard.name, performance.now());
      const outcome = await run(shard);
      running.delete(shard.name);
      outcomes[index] = outcome;
      interrupted ||= outcome.interrupted;
      if (outcome.log !== undefined) console.log(outcome.log);
      console.log(outcome.line);
    }
  };
  await Promise.all(Array.from({ length: Math.min(lanes, shards.length) }, runLane));
  clearInterval(heartbeat);
  return outcomes.filter((outcome) => outcome !== undefined);
}
