import { expect, test } from "vitest";
import { applyMarginAlert, marginAlertFaults } from "../../src/costs/margin-alert-setting.ts";

// R-COST-1: the setting for notifications of low margins.

test("members that are not sent keep their value, and null turns the alert off (R-COST-1)", () => {
  expect(applyMarginAlert(null, {})).toEqual({ percent: "0", minimumCost: "0" });
  expect(applyMarginAlert({ percent: "20", minimumCost: "5.00" }, { percent: 25 })).toEqual({
    percent: "25",
    minimumCost: "5.00",
  });
  expect(applyMarginAlert({ percent: "20", minimumCost: "5.00" }, null)).toBeNull();
});

test("the percentage is from 0 to 100, and the cost not negative (R-COST-1)", () => {
  expect(marginAlertFaults(null)).toEqual([]);
  expect(marginAlertFaults({ percent: "100", minimumCost: "0" })).toEqual([]);
  expect(marginAlertFaults({ percent: "100.1", minimumCost: "-1" })).toEqual([
    {
      pointer: "/marginAlert/percent",
      code: "out_of_range",
      detail: "marginAlert.percent is 100.1. Use a percentage from 0 to 100, such as 20.",
    },
    {
      pointer: "/marginAlert/minimumCost",
      code: "out_of_range",
      detail: "marginAlert.minimumCost is -1. Use an amount of 0 or more, such as 5.00.",
    },
  ]);
});
