/**
 * The engine alone: plans, rates and assembles invoices of five lines (two in advance, three of usage, each with tiers),
 * and finds the next billing date, for contracts with anchors on all days of a month. Target: 20,000 invoices/s.
 * `npm run bench -- engine [invoices a round] [rounds]`
 */
import { Temporal } from "temporal-polyfill";
import {
  assembleInvoice,
  type Contract,
  type ContractPrice,
  decideLines,
  Decimal,
  nextBillingDate,
  parsePricingModel,
  planBilling,
  type SlotUsage,
} from "../packages/engine/src/index.ts";
import { recordFigures } from "./platform/figures.ts";
import { median } from "./platform/median.ts";

const [perRound = 20_000, rounds = 7] = process.argv.slice(2).map(Number);
const NOTHING_SPENT = { spent: Decimal.zero, adjusted: Decimal.zero, oneOffs: Decimal.zero };
const usage: SlotUsage = { total: { quantity: Decimal.of("27"), eventCount: Decimal.of("9") }, groups: [] };

const FIXED = { pricePerUnit: { value: "12.50" }, units: 3 };
const TIERS = {
  tiers: [
    { minUnits: 0, maxUnits: 10, pricePerUnit: { value: "0.10" }, fixedFee: { value: "0" } },
    { minUnits: 11, maxUnits: null, pricePerUnit: { value: "0.07" }, fixedFee: { value: "1.00" } },
  ],
};

const PRICES: readonly ContractPrice[] = [
  price("Platform", "fixed", FIXED),
  price("Seats", "fixed", FIXED),
  ...["Calls", "Storage", "Transfers"].map((name) => price(name, "graduated_tiered", TIERS)),
];

const rates: number[] = [];
let lines = 0;
for (let round = 0; round <= rounds; round += 1) {
  const contracts = Array.from({ length: perRound }, (_, index) => contractFrom((index % 28) + 1));
  const start = performance.now();
  lines = 0;
  for (const contract of contracts) lines += billed(contract);
  const rate = (perRound / (performance.now() - start)) * 1_000;
  // The first round warms up.
  if (round > 0) rates.push(rate);
}
console.log(`${perRound} invoices a round, ${lines / perRound} lines each, ${rounds} rounds`);
console.log(`median ${median(rates).toFixed(0)} invoices/s, slowest round ${Math.min(...rates).toFixed(0)}`);
await recordFigures([
  { name: "Invoices of five lines", unit: "/s", value: median(rates), better: "higher", target: 20_000 },
]);

function billed(contract: Contract): number {
  const on = contract.anchor.add({ months: 1 });
  const plan = planBilling(contract, on);
  const decided = decideLines(contract, plan, { usageOf: () => usage, billedLines: () => [], letGoLines: () => [] });
  const draft = assembleInvoice(contract, plan, decided, () => NOTHING_SPENT);
  nextBillingDate(contract, on);
  return draft?.lines.length ?? 0;
}

/** Contracts as loaded from the database: no cached value of one is used for another. */
function contractFrom(day: number): Contract {
  const startsOn = Temporal.PlainDate.from({ year: 2026, month: 1, day });
  return {
    subscriptionId: "sub",
    currency: "USD",
    conversionRate: null,
    timeZone: "Europe/Berlin",
    earlierZones: [],
    startsOn,
    trialDays: 0,
    anchor: startsOn,
    endsOn: null,
    termEndsOn: null,
    creditsAfterEnd: true,
    pauses: [],
    invoicesFrom: null,
    chargesOneOffsAtStart: false,
    versions: [{ id: "v1", startsOn, endsOn: null, proration: "prorate", isAfterBilling: false, prices: PRICES }],
    discounts: [],
    thresholds: [],
  };
}

function price(name: string, type: "fixed" | "graduated_tiered", terms: object): ContractPrice {
  const parsed = parsePricingModel(type, terms);
  if (!parsed.ok) throw new Error(`no ${type} model`);
  return {
    id: name,
    productId: name,
    name,
    unitLabel: null,
    groupName: null,
    schedule:
      type === "fixed"
        ? { kind: "recurring", interval: "monthly", terms: "advance" }
        : { kind: "usage", interval: "monthly" },
    model: parsed.model,
    metricIds: type === "fixed" ? [] : [name],
    groupBy: [],
    trialDays: 0,
  };
}
