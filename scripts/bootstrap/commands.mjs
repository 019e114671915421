/** Attacks on the platform (docs/reliability.md), run by `npm run simulate -- <name>`. */
const ATTACKS = ["crash", "credit", "failover", "faults", "fuzz", "holds", "mixed", "races", "shipped", "values"];

/**
 * What `npm run <command>` runs: scripts of this repository by path, one after the other until one fails.
 * `runs`: whether it runs the command line, so that it has to be built. `serves`: the same for pages. `tests`: whether it needs the
 * tools of developers, such as the test runner. `program` is the path of the built command line.
 * @type {Record<string, { summary: string, tests?: false, runs?: true, serves?: (rest: string[]) => boolean, steps: (rest: string[], program: string) => string[][] }>}
 */
export const commands = {
  start: {
    summary: "start the platform (--empty: without demo data)",
    tests: false,
    runs: true,
    serves: () => true,
    steps: (rest, program) => [[program, "start", ...rest]],
  },
  counterfoil: {
    summary: "run the command line, such as: npm run counterfoil -- help",
    tests: false,
    runs: true,
    serves: ([name]) => name === "serve",
    steps: (rest, program) => [[program, ...rest]],
  },
  test: {
    summary: "run every check and test; --shard runs a part, file names or -t select tests",
    runs: true,
    serves: () => true,
    steps: (rest) => [["scripts/test.mjs", ...rest]],
  },
  "test:changed": {
    summary: "test in under a minute what uncommitted changes are most likely to break",
    steps: (rest) => [["scripts/test-changed.mjs", ...rest]],
  },
  check: {
    summary: "check formatting, types, lint and dead code",
    steps: (rest) => [["scripts/check.mjs", ...rest]],
  },
  "check:deploy": {
    summary: "check the Dockerfile, compose.yaml, the systemd units and the Helm chart; needs Go, Python and systemd",
    serves: () => true,
    steps: (rest) => [["scripts/deploy/check.mjs", ...rest]],
  },
  "check:image": {
    summary: "run a built image and check it: DATABASE_URL=… npm run check:image -- counterfoil:0.1.0",
    steps: (rest) => [["scripts/deploy/check-image.mjs", ...rest]],
  },
  format: {
    summary: "format every file",
    steps: () => [
      ["node_modules/prettier/bin/prettier.cjs", "--write", "--log-level", "warn", "**/*.{ts,tsx,mjs,json,css,html}"],
    ],
  },
  "build:site": {
    summary: "build the documentation site, which the server then shows at /docs",
    steps: () => [["scripts/site.mjs"]],
  },
  "build:package": {
    summary: "build the npm package: build/counterfoil-<version>.tgz",
    serves: () => true,
    steps: () => [["scripts/package.mjs"]],
  },
  "test:package": {
    summary: "run the browser, story, command and crash tests on the built package, installed in an empty folder",
    serves: () => true,
    steps: (rest) => [["scripts/test-package.mjs", ...rest]],
  },
  generate: {
    summary: "regenerate the generated files",
    steps: (rest) => [["packages/cli/src/generate/main.ts", ...rest]],
  },
  scenario: {
    summary: "run all stories, or those whose name matches: npm run scenario -- month-end",
    steps: (rest) => [
      ["scripts/test.mjs", ...(rest.length === 0 ? ["scenarios/"] : rest.map((name) => `scenarios/${name}`))],
    ],
  },
  simulate: {
    summary: `simulate random organizations and audit them to the cent: npm run simulate -- --seed 1 --runs 20; or run an attack by name: ${ATTACKS.join(", ")}`,
    steps: (rest) => [
      ATTACKS.includes(rest[0] ?? "")
        ? [`simulation/${rest[0]}.ts`, ...rest.slice(1)]
        : ["simulation/simulate.ts", ...rest],
    ],
  },
  "upgrade:proof": {
    summary:
      "upgrade an earlier release under load, and compare what was answered: npm run upgrade:proof -- --from v0.1.0",
    serves: () => true,
    steps: (rest) => [["simulation/upgrade.ts", ...rest]],
  },
  "release:version": {
    summary: "make the changesets a version, and move them to CHANGELOG.md",
    steps: () => [["scripts/release/version.mjs"]],
  },
  "release:prepare": {
    summary: "make the files of a release in build/release (--tag v0.1.0: refuse what must not be published)",
    serves: () => true,
    steps: (rest) => [["scripts/release/prepare.mjs", ...rest]],
  },
  "release:results": {
    summary: "keep the results of npm run bench -- all as those of this version",
    steps: () => [["scripts/release/keep-results.mjs"]],
  },
  "check:workflows": {
    summary: "check the GitHub workflows with actionlint, which Go builds on first use",
    steps: () => [["scripts/release/check-workflows.mjs"]],
  },
  bench: {
    summary: "run a benchmark by name: npm run bench -- events; or all of them: npm run bench -- all",
    serves: ([name]) => name === "pages" || name === "all",
    steps: (rest) => [["scripts/bench.mjs", ...rest]],
  },
};
