import type { Currency } from "./customers.ts";

/** The prices in one currency. Decimals are strings: a float must not hold money. */
export interface PriceList {
  readonly platform: Readonly<Record<PlanName, string>>;
  /** Per seat and month. */
  readonly seat: Readonly<Record<PlanName, string>>;
  readonly onboarding: Readonly<Record<"team" | "scale", string>>;
  /** Per call above the included quantity, and above ten million. */
  readonly call: readonly [string, string];
  /** Per gigabyte of the month's peak above the included 100, and above 1,000. */
  readonly gigabyte: readonly [string, string];
  /** Percent of the settled payments, up to 250,000 and above. */
  readonly payments: readonly [string, string];
}

export const planNames = ["starter", "team", "scale", "enterprise"] as const;
export type PlanName = (typeof planNames)[number];

export const priceLists: Readonly<Record<Currency, PriceList>> = {
  EUR: {
    // Enterprise pays for the platform yearly.
    platform: { starter: "49.00", team: "199.00", scale: "790.00", enterprise: "18000.00" },
    seat: { starter: "12.00", team: "18.00", scale: "16.00", enterprise: "14.50" },
    onboarding: { team: "450.00", scale: "1900.00" },
    call: ["0.00006", "0.000035"],
    gigabyte: ["0.12", "0.09"],
    payments: ["0.45", "0.30"],
  },
  USD: {
    platform: { starter: "55.00", team: "219.00", scale: "860.00", enterprise: "19800.00" },
    seat: { starter: "13.00", team: "20.00", scale: "17.50", enterprise: "16.00" },
    onboarding: { team: "500.00", scale: "2100.00" },
    call: ["0.000065", "0.000038"],
    gigabyte: ["0.13", "0.10"],
    payments: ["0.45", "0.30"],
  },
  GBP: {
    platform: { starter: "42.00", team: "169.00", scale: "680.00", enterprise: "15500.00" },
    seat: { starter: "10.00", team: "15.50", scale: "13.75", enterprise: "12.50" },
    onboarding: { team: "390.00", scale: "1650.00" },
    call: ["0.00005", "0.00003"],
    gigabyte: ["0.10", "0.08"],
    payments: ["0.45", "0.30"],
  },
};
