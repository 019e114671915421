// `npm run simulate -- --seed 1 --runs 300`: runs this many random organizations and audits each to the cent.
import { parseArgs } from "node:util";
import { simulate } from "./simulation.ts";

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    runs: { type: "string", default: "1" },
    without: { type: "string", default: "" },
    through: { type: "string" },
    script: { type: "boolean", default: false },
    lanes: { type: "string", default: "4" },
  },
});

const isFine = await simulate({
  firstSeed: Number(values.seed),
  runs: Number(values.runs),
  lanes: Number(values.lanes),
  showsScript: values.script,
  without: new Set(
    values.without
      .split(",")
      .filter((text) => text !== "")
      .map(Number),
  ),
  ...(values.through === undefined ? {} : { through: Number(values.through) }),
});
process.exitCode = isFine ? 0 : 1;
