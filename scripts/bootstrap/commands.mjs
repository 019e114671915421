/** Attacks on the platform (docs/reliability.md), run by `npm run simulate -- <name>`. */
const ATTACKS = ["crash", "faults", "fuzz", "mixed", "races", "shipped", "values"];

/**
 * What `npm run <command>` runs: scripts of this repository by path, one after the other until one fails.
 * `serves`: whether it shows pages, so that they have to be built.
 * @type {Record<string, { summary: string, serves?: (rest: string[]) => boolean, steps: (rest: string[]) => string[][] }>}
 */
export const commands = {
  start: {
    summary: "start the platform (--empty: without the demonstration)",
    serves: () => true,
    steps: (rest) => [["packages/cli/src/main.ts", "start", ...rest]],
  },
  counterfoil: {
    summary: "the command line, such as: npm run counterfoil -- help",
    serves: ([name]) => name === "serve",
    steps: (rest) => [["packages/cli/src/main.ts", ...rest]],
  },
  test: {
    summary: "every check and every test; --shard runs a part, names of files or -t select tests",
    serves: () => true,
    steps: (rest) => [["scripts/test.mjs", ...rest]],
  },
  "test:changed": {
    summary: "in under a minute, what the files that differ from the last commit are most likely to break",
    steps: (rest) => [["scripts/test-changed.mjs", ...rest]],
  },
  check: {
    summary: "formatting, types, lint, dead code",
    steps: (rest) => [["scripts/check.mjs", ...rest]],
  },
  format: {
    summary: "format every file",
    steps: () => [
      ["node_modules/prettier/bin/prettier.cjs", "--write", "--log-level", "warn", "**/*.{ts,tsx,mjs,json,css,html}"],
    ],
  },
  generate: {
    summary: "make the generated files again",
    steps: (rest) => [["packages/cli/src/main.ts", "generate", ...rest]],
  },
  scenario: {
    summary: "the stories, or those whose name matches: npm run scenario -- month-end",
    steps: (rest) => [
      ["scripts/test.mjs", ...(rest.length === 0 ? ["scenarios/"] : rest.map((name) => `scenarios/${name}`))],
    ],
  },
  simulate: {
    summary: `random organizations, audited to the cent: npm run simulate -- --seed 1 --runs 20; or an attack by name: ${ATTACKS.join(", ")}`,
    steps: (rest) => [
      ATTACKS.includes(rest[0] ?? "")
        ? [`simulation/${rest[0]}.ts`, ...rest.slice(1)]
        : ["simulation/simulate.ts", ...rest],
    ],
  },
  bench: {
    summary: "a benchmark by name: npm run bench -- events",
    steps: (rest) => [["scripts/bench.mjs", ...rest]],
  },
};
