import type { Allowance } from "../model/terms.ts";
import { isWritten, rule, type Rule, ruleForEach } from "./rule.ts";

/** The standard states each of these four requirements in two rules. */
export const allowanceRules: readonly Rule[] = [
  ...["BR-33", "BR-CO-21"].map((id) =>
    ruleForEach(id, "An allowance on the document (BG-20) must have a reason (BT-97) or the code of one (BT-98).", {
      list: "/allowances",
      members: (invoice) => invoice.allowances,
      holds: hasReason,
      member: "/reason",
    }),
  ),
  ...["BR-38", "BR-CO-22"].map((id) =>
    ruleForEach(id, "A surcharge on the document (BG-21) must have a reason (BT-104) or the code of one (BT-105).", {
      list: "/surcharges",
      members: (invoice) => invoice.surcharges,
      holds: hasReason,
      member: "/reason",
    }),
  ),
  ...["BR-42", "BR-CO-23"].map((id) =>
    onLines(
      id,
      "An allowance on a line (BG-27) must have a reason (BT-139) or the code of one (BT-140).",
      "allowances",
    ),
  ),
  ...["BR-44", "BR-CO-24"].map((id) =>
    onLines(id, "A surcharge on a line (BG-28) must have a reason (BT-144) or the code of one (BT-145).", "surcharges"),
  ),
];

function onLines(id: string, message: string, member: "allowances" | "surcharges"): Rule {
  return rule(id, message, ({ lines }) =>
    lines.flatMap((line, index) =>
      line[member].flatMap((one, at) => (hasReason(one) ? [] : [`/lines/${index}/${member}/${at}/reason`])),
    ),
  );
}

function hasReason({ reason, reasonCode }: Allowance): boolean {
  return isWritten(reason) || isWritten(reasonCode);
}
