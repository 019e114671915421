/**
 * @typedef {object} Check
 * @property {string} name
 * @property {string} tool in node_modules/.bin
 * @property {string[]} argumentList
 * @property {Record<string, string>} [environment] in addition to our own
 * @property {string} unit what it looks at
 * @property {(output: string) => number} lookedAt how many of those, by what the tool wrote
 * @property {(output: string) => string} report what a person has to read when it fails
 */

const whole = (output) => output.trimEnd();
const numberIn = (output, pattern) => Number(pattern.exec(output)?.[1] ?? 0);

/** @type {Check[]} the fastest first */
export const checks = [
  {
    name: "formatting",
    tool: "prettier",
    // At this level, the tool prints each checked file.
    argumentList: ["--check", "--log-level", "debug", "**/*.{ts,tsx,mjs,json,css,html}"],
    unit: "files",
    lookedAt: (output) => output.split("\n").filter((line) => line.startsWith("[debug] resolve config from")).length,
    report: (output) =>
      [...output.split("\n").filter((line) => /^\[(warn|error)\]/.test(line)), 'Run "npm run format".'].join("\n"),
  },
  types("types", "tsconfig.json"),
  // The engine alone, without types of Node and the DOM, so that forbidden uses do not compile.
  types("engine types", "packages/engine/tsconfig.json"),
  // The part of the client that runs in browsers, without Node's types.
  types("client types", "packages/sdk/tsconfig.json"),
  types("page types", "packages/dashboard/tsconfig.json"),
  types("page test types", "packages/dashboard/test/tsconfig.json"),
  {
    name: "lint",
    tool: "oxlint",
    argumentList: ["--type-aware", "--deny-warnings"],
    unit: "files",
    lookedAt: (output) => numberIn(output, /on (\d+) files/),
    report: whole,
  },
  {
    name: "dead code",
    tool: "knip",
    argumentList: [
      "--no-progress",
      "--no-config-hints",
      "--reporter",
      "symbols",
      "--reporter",
      "./scripts/check/knip-count.mjs",
    ],
    unit: "files",
    lookedAt: (output) => numberIn(output, /Looked at (\d+) files/),
    report: whole,
  },
  // Two independent checks of the OpenAPI document. .spectral.yaml and redocly.yaml have the rules, and reasons for
  // disabled ones.
  {
    name: "redocly",
    tool: "redocly",
    argumentList: ["lint", "packages/http/openapi.json", "--config", "redocly.yaml"],
    environment: { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
    unit: "operations",
    lookedAt: (output) => numberIn(output, /Looked at (\d+) operations/),
    report: whole,
  },
  {
    name: "spectral",
    tool: "spectral",
    argumentList: ["lint", "--fail-severity", "warn", "--format", "text", "packages/http/openapi.json"],
    unit: "operations",
    lookedAt: (output) => (output.match(/ operation-looked-at /g) ?? []).length,
    report: (output) =>
      output
        .split("\n")
        .filter((line) => !line.includes(" operation-looked-at "))
        .join("\n"),
  },
  {
    name: "house rules",
    tool: "vitest",
    argumentList: ["run", "--project", "house-rules", "--reporter", "default", "--no-color"],
    unit: "rules",
    lookedAt: (output) => numberIn(output, /Tests\s+(?:\d+ failed \| )?(\d+) passed/),
    report: whole,
  },
];

/** @returns {Check} */
function types(name, project) {
  return {
    name,
    tool: "tsc",
    argumentList: ["--project", project, "--listFiles"],
    unit: "files",
    lookedAt: (output) => sources(output).length,
    report: (output) =>
      output
        .split("\n")
        .filter((line) => !/^\S.*\.[cm]?tsx?$/.test(line) && line !== "")
        .join("\n"),
  };
}

/** Our files among those that the compiler lists. */
function sources(output) {
  return output.split("\n").filter((line) => /\.tsx?$/.test(line) && !line.includes("node_modules"));
}
