import { Decimal } from "@counterfoil/engine";
import type { MarginAlertSetting } from "@counterfoil/storage";
import type { Fault } from "../errors/index.ts";

/** The setting as it is sent. Members that are not sent keep their value. */
export interface MarginAlertInput {
  readonly percent?: string | number | undefined;
  readonly minimumCost?: string | number | undefined;
}

/** Reports losses of any size. */
const DEFAULTS: MarginAlertSetting = { percent: "0", minimumCost: "0" };

export function applyMarginAlert(
  before: MarginAlertSetting | null,
  input: MarginAlertInput | null,
): MarginAlertSetting | null {
  if (input === null) return null;
  const { percent, minimumCost } = before ?? DEFAULTS;
  return { percent: String(input.percent ?? percent), minimumCost: String(input.minimumCost ?? minimumCost) };
}

/** What is wrong with the setting. */
export function marginAlertFaults(setting: MarginAlertSetting | null): Fault[] {
  if (setting === null) return [];
  const percent = Decimal.parse(setting.percent);
  const minimumCost = Decimal.parse(setting.minimumCost);
  const faults: Fault[] = [];
  const refuse = (member: string, detail: string) =>
    faults.push({ pointer: `/marginAlert/${member}`, code: "out_of_range", detail });
  if (percent === undefined || percent.isNegative() || percent.compare(Decimal.of("100")) > 0) {
    refuse("percent", `marginAlert.percent is ${setting.percent}. Use a percentage from 0 to 100, such as 20.`);
  }
  if (minimumCost === undefined || minimumCost.isNegative()) {
    refuse(
      "minimumCost",
      `marginAlert.minimumCost is ${setting.minimumCost}. Use an amount of 0 or more, such as 5.00.`,
    );
  }
  return faults;
}
