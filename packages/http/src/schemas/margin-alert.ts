import Type from "typebox";
import { decimal, record } from "./schema.ts";

const input = (description: string, value: string) =>
  Type.Optional(
    Type.Unsafe<string | number>({ type: ["string", "number"], format: "decimal", description, default: value }),
  );

const percent = "A margin below this percentage of the revenue is low. 0: only losses are.";
const minimumCost =
  "Accounts whose usage costs less in the month are not reported. In the reporting currency, or else the default one.";

/** The setting of the organization. */
export const marginAlert = record(
  {
    percent: Type.String({ ...decimal, description: percent }),
    minimumCost: Type.String({ ...decimal, description: minimumCost }),
  },
  { title: "MarginAlert", description: "When `margin.low` is sent. Null: margins are not checked." },
);
export const marginAlertInput = record(
  { percent: input(percent, "0"), minimumCost: input(minimumCost, "0") },
  { title: "MarginAlertInput" },
);
