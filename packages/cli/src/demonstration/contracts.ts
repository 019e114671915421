import { invariant } from "@counterfoil/engine";
import type { SubscriptionInput } from "@counterfoil/service";
import type { PlanName } from "./price-list.ts";

/** What a demo customer signs, and how much it uses. */
export interface Signing {
  readonly alias: string;
  readonly plan: PlanName;
  readonly seats: number;
  /** The contract starts on this day of the month, this many months ago; -1 is the next month. */
  readonly monthsAgo: number;
  readonly day: number;
  /** Its share of all usage, in percent. */
  readonly share: number;
  /** A draft is never activated. */
  readonly status: "active" | "draft";
  /** Terms beyond those of the plan. */
  readonly terms: SubscriptionInput;
  /** The number of seats from a later date on. The contract states it from the beginning of the next month but one. */
  readonly rampTo: number | null;
}

/**
 * Alias | plan | seats | months ago and day | share of the usage in percent. The first uses 35%, the first five 78%.
 */
const table = `
harborline-logistics  | enterprise | 210 | 14  1 | 35
cobalt-finch          | scale      |  85 | 14  1 | 17
meridian-health-group | enterprise | 160 | 13 15 | 11.500
solvang-energi        | scale      |  70 | 12  1 |  8.200
atelier-lumen         | scale      |  64 | 12 31 |  6.300
pinecrest-outfitters  | scale      |  60 | 11  1 |  3.100
kestrel-robotics      | scale      |  48 | 10 15 |  2.600
vantage-retail-media  | team       |  40 | 13  1 |  2.100
nordwind-versicherung | enterprise | 120 | 10  1 |  1.800
blue-mesa-software    | team       |  32 |  9 15 |  1.500
quayside-foods        | team       |  28 | 12 15 |  1.300
tessellate-studio     | team       |  24 |  8  1 |  1.100
aurum-payments        | team       |  25 |  7  1 |  1
redwood-learning      | team       |  22 |  9  1 |  0.900
fjordlys-media        | team       |  20 | 11 15 |  0.800
sakura-mobility       | team       |  18 |  6  1 |  0.700
castellan-legal       | team       |  18 |  8 15 |  0.600
bellweather-farms     | team       |  15 |  7 15 |  0.550
orchid-biotech        | team       |  15 |  5  1 |  0.500
copperline-hardware   | team       |  16 | 10  1 |  0.450
altamira-travel       | team       |  14 |  6 15 |  0.400
greywater-systems     | team       |  12 |  5 15 |  0.380
lindenhof-kliniken    | team       |  30 |  4  1 |  0.350
papaya-interactive    | starter    |   6 |  9  1 |  0.320
stonebridge-homes     | starter    |   5 |  8  1 |  0.300
zephyr-aero           | team       |  20 |  3  1 |  0.280
larkspur-insurance    | team       |  26 |  3 15 |  0.260
moana-fisheries       | starter    |   4 |  7  1 |  0.220
pastello-ceramiche    | starter    |   4 |  6  1 |  0.200
summit-tutors         | starter    |   3 |  5  1 |  0.180
ember-coffee-works    | starter    |   3 |  4 15 |  0.160
thistle-telecom       | team       |  20 |  2  1 |  0.150
cascade-cycles        | starter    |   5 |  4  1 |  0.140
helix-diagnostics     | starter    |   6 |  2 15 |  0.120
driftwood-hotels      | starter    |   4 |  1  1 |  0.100
polder-waterbouw      | starter    |   3 |  0  1 |  0.080
saffron-kitchen       | starter    |   3 |  3  1 |  0.060
tundra-instruments    | team       |  18 | -1  1 |  0
juniper-analytics     | scale      |  55 | -1  1 |  0
vela-navigation       | enterprise | 140 | -1  1 |  0
`;

const drafts = new Set(["tundra-instruments", "juniper-analytics", "vela-navigation"]);
const ramps: Readonly<Record<string, number>> = { "kestrel-robotics": 75 };

const ownTerms: Readonly<Record<string, SubscriptionInput>> = {
  "harborline-logistics": {
    purchaseOrderNumber: "4500019823",
    invoiceMemoTemplate: "Service {BillingPeriodStart} to {BillingPeriodEnd}.",
  },
  "meridian-health-group": { purchaseOrderNumber: "MHG-2291" },
  "cobalt-finch": {
    discount: {
      discountType: "percentage",
      amount: "10",
      durationType: "fixed",
      durationValue: 12,
      durationUnit: "months",
    },
  },
  "solvang-energi": { minimumSpend: { amount: "4500.00", period: "month" } },
  "vantage-retail-media": { invoicePaymentTerms: "net_15" },
  "lindenhof-kliniken": { contractPeriodType: "fixed", contractDuration: 24 },
  "larkspur-insurance": {
    contractPeriodType: "fixed",
    contractDuration: 12,
    autoRenew: true,
    renewalPeriodType: "monthly_rolling",
  },
  // A pilot that has ended.
  "saffron-kitchen": { contractPeriodType: "fixed", contractDuration: 2, description: "Two-month pilot" },
  // A person reviews each of these invoices before it is sent.
  "thistle-telecom": { autoIssueInvoices: false },
  "helix-diagnostics": { discount: { discountType: "percentage", amount: "25", durationType: "forever" } },
  "polder-waterbouw": { trialPeriodDays: 45 },
};

export const signings: readonly Signing[] = table
  .trim()
  .split("\n")
  .map((row) => {
    const [alias = "", plan = "", seats = "", start = "", share = ""] = row.split("|").map((cell) => cell.trim());
    const [monthsAgo = "", day = ""] = start.split(/ +/);
    invariant(["starter", "team", "scale", "enterprise"].includes(plan), `${alias} signs no plan`);
    return {
      alias,
      plan: plan as PlanName,
      seats: Number(seats),
      monthsAgo: Number(monthsAgo),
      day: Number(day),
      share: Number(share),
      status: drafts.has(alias) ? "draft" : "active",
      terms: ownTerms[alias] ?? {},
      rampTo: ramps[alias] ?? null,
    };
  });
