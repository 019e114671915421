import type { WireModel, WireMoney, WireTier } from "../journal/catalogue.ts";
import type { Random } from "../random.ts";

/** The types of usage prices. */
export const USAGE_TYPES = [
  "unit",
  "tiered",
  "graduated_tiered",
  "tiered_percentage",
  "graduated_percentage",
  "volume_percentage",
  "package",
  "prepaid_tiered",
  "prepaid_fixed_tiered",
  "matrix",
  "expression",
] as const;

export type UsageType = (typeof USAGE_TYPES)[number];

/** A pricing model of a type, as sent, for a price with these metrics. */
export function randomModel(random: Random, type: UsageType | "fixed", metricIds: readonly string[]): WireModel {
  switch (type) {
    case "fixed":
      return {
        pricePerUnit: money(random, 400, 2),
        units: random.weighted([
          [4, 1],
          [1, 2],
          [1, 7],
          [0.2, 0],
        ]),
      };
    case "unit":
      return { pricePerUnit: money(random, 2, random.pick([2, 3, 6])) };
    case "tiered":
    case "graduated_tiered":
      return { tiers: randomTiers(random) };
    case "tiered_percentage":
    case "graduated_percentage":
      return { tiers: tiers(random, () => ({ percentage: money(random, 9, 2) })) };
    case "volume_percentage":
      return { percentage: money(random, 5, 2), pricePerUnit: money(random, 1, 2), fixedFee: money(random, 9, 2) };
    case "package":
      return {
        packageSize: random.pick([1, 7, 10, 100]),
        includedUnits: random.pick([0, 0, 5, 50]),
        pricePerPackage: money(random, 40, 2),
      };
    case "prepaid_tiered":
      return { units: random.pick([0, 10, 100]), tiers: randomTiers(random) };
    case "prepaid_fixed_tiered":
      return { units: random.pick([0, 10, 100]), tiers: randomTiers(random), overageInterval: null };
    case "matrix":
      return randomMatrix(random);
    case "expression":
      return randomExpression(random, metricIds);
  }
}

function randomTiers(random: Random): WireTier[] {
  return tiers(random, () => ({ pricePerUnit: money(random, 3, random.pick([2, 4])) }));
}

function randomMatrix(random: Random): WireModel {
  const dimensions = random.pick([["region"], ["paid", "region"]]);
  const values = { region: ["eu", "us", "ap-south"], paid: ["true", "false"] };
  const cells = values.region.flatMap((region) =>
    (dimensions.length === 1 ? [{ region }] : values.paid.map((paid) => ({ region, paid }))).map((cell) => ({
      values: cell,
      pricePerUnit: money(random, 2, 3),
    })),
  );
  return {
    dimensions,
    cells: cells.filter(() => random.chance(0.6)),
    // Without a default, other usage would stop invoices; a story covers that.
    defaultPricePerUnit: random.chance(0.6) ? money(random, 1, 2) : { value: "0" },
  };
}

const EXPRESSIONS = [
  "max(0, used - included) * rate",
  "used / 7 + if(used > included, rate * 3, 0.5)",
  "round(used * rate, 1) - min(other, 10)",
  "ceil(used / included) * rate + floor(other)",
  "if(other == 0, used, used * other / (used + other)) * 0.25",
];

function randomExpression(random: Random, [used = "", other = used]: readonly string[]): WireModel {
  const expression = random.pick(EXPRESSIONS);
  return {
    expression,
    metrics: { used, ...(expression.includes("other") ? { other } : {}) },
    constants: {
      ...(expression.includes("included") ? { included: { value: String(random.integer(1, 50)) } } : {}),
      ...(expression.includes("rate") ? { rate: money(random, 2, 3) } : {}),
    },
  };
}

/** A number up to `most` with this many decimals. */
export function money(random: Random, most: number, places: number): WireMoney {
  const fraction = Array.from({ length: places }, () => random.integer(0, 9)).join("");
  return { value: `${random.integer(0, most)}.${fraction}` };
}

/** One to four tiers in the three equivalent notations of bounds (R-RATE-1). */
function tiers(random: Random, charge: () => Partial<WireTier>): WireTier[] {
  const bounds = random
    .shuffled([3, 10, 40, 100, 500, 2_000])
    .slice(0, random.integer(0, 3))
    .toSorted((a, b) => a - b);
  const startsAtZero = random.chance(0.5);
  const oneAbove = random.chance(0.5) ? 1 : 0;
  return [...bounds, null].map((maxUnits, index) => ({
    minUnits: index === 0 ? (startsAtZero ? 0 : 1) : (bounds[index - 1] ?? 0) + oneAbove,
    maxUnits,
    ...charge(),
    fixedFee: random.chance(0.3) ? money(random, 20, 2) : { value: "0" },
  }));
}
