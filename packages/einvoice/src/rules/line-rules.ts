import type { ElectronicInvoice } from "../model/electronic-invoice.ts";
import type { ElectronicInvoiceLine } from "../model/line.ts";
import { isBounded, isInOrder } from "./document-rules.ts";
import { isWritten, rule, type Rule, ruleForEach } from "./rule.ts";

export const lineRules: readonly Rule[] = [
  onLines("BR-21", "A line must have an identifier (BT-126).", "/id", ({ id }) => isWritten(id)),
  onLines("BR-23", "A line's quantity must have a unit (BT-130).", "/unitCode", ({ unitCode }) => isWritten(unitCode)),
  onLines("BR-25", "A line's item must have a name (BT-153).", "/item/name", ({ item }) => isWritten(item.name)),
  onLines(
    "BR-27",
    "The net price (BT-146) must not be negative.",
    "/price/net",
    ({ price }) => !price.net.isNegative(),
  ),
  onLines(
    "BR-28",
    "The gross price (BT-148) must not be negative.",
    "/price/gross",
    ({ price }) => price.gross === null || !price.gross.isNegative(),
  ),
  onLines("BR-30", "A line's period (BG-26) must not end before it starts.", "/period", ({ period }) =>
    isInOrder(period),
  ),
  onLines("BR-CO-20", "A line's period (BG-26) must have a start or an end.", "/period", ({ period }) =>
    isBounded(period),
  ),
  rule("BR-54", "An item's attribute (BG-32) must have a name (BT-160) and a value (BT-161).", ({ lines }) =>
    lines.flatMap(({ item }, index) =>
      item.attributes.flatMap(({ name, value }, at) =>
        isWritten(name) && isWritten(value) ? [] : [`/lines/${index}/item/attributes/${at}`],
      ),
    ),
  ),
  onLines(
    "BR-64",
    "An item's standard identifier (BT-157) must name its scheme.",
    "/item/standardIdentifier/scheme",
    ({ item }) => item.standardIdentifier === null || isWritten(item.standardIdentifier.scheme),
  ),
  rule("BR-65", "An item's classification (BT-158) must name its list.", ({ lines }) =>
    lines.flatMap(({ item }, index) =>
      item.classifications.flatMap(({ scheme }, at) =>
        isWritten(scheme) ? [] : [`/lines/${index}/item/classifications/${at}/scheme`],
      ),
    ),
  ),
];

function onLines(id: string, message: string, member: string, holds: (line: ElectronicInvoiceLine) => boolean): Rule {
  return ruleForEach(id, message, {
    list: "/lines",
    members: (invoice: ElectronicInvoice) => invoice.lines,
    holds,
    member,
  });
}
