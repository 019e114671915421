/**
 * Prepares a response for a model: amounts carry their currency, and members without a value are left out. The model
 * then neither searches for the currency nor reads what says nothing.
 */
export function compacted(value: unknown): unknown {
  return withoutEmpty(withMoney(value, null));
}

/** Members that contain an amount of money in the currency of their object, as text. Others are quantities or rates. */
const MONEY = new RegExp(
  "^(?:total|subtotal|tax|base|balance|net|revenue|usageRevenue|mrr|arr|outstanding|deferred|recognized|invoiced|" +
    "received|refunded|opening|closing|creditGrants|linesTotal|creditsApplied|accountCredit|prepaidCredit|" +
    "unitPrice|totalPrice|amount(?:[A-Z]\\w*)?|\\w+Amount)$",
);
const DECIMAL = /^-?\d+(?:\.\d+)?$/;

/**
 * `"total": "310.00"` with the currency EUR becomes `"310.00 EUR"`. Inner objects have the currency of the outer one. An
 * object without a currency has that of its members, if they have one in common: a preview shows a document and balances.
 */
function withMoney(value: unknown, currency: string | null): unknown {
  if (Array.isArray(value)) return value.map((item) => withMoney(item, currency));
  if (!isRecord(value)) return value;
  const own = value["currency"] === undefined ? (currency ?? commonCurrency(value)) : value["currency"];
  const inner = typeof own === "string" ? own : null;
  return mapped(value, (member, name) =>
    inner !== null && typeof member === "string" && MONEY.test(name) && DECIMAL.test(member)
      ? `${member} ${inner}`
      : withMoney(member, inner),
  );
}

function commonCurrency(value: Record<string, unknown>): unknown {
  const inner = Object.values(value).flatMap((member) => (isRecord(member) ? (member["currency"] ?? []) : []));
  const [first, ...others] = new Set(inner);
  return others.length === 0 ? (first ?? null) : null;
}

function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, member]) => [name, withoutEmpty(member)] as const)
      .filter(([, member]) => !isEmpty(member)),
  );
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === "") return true;
  if (Array.isArray(value)) return value.length === 0;
  return isRecord(value) && Object.keys(value).length === 0;
}

/** Only these members of an object, in this order. */
export function picked(value: unknown, fields: readonly string[] | undefined): unknown {
  if (fields === undefined || !isRecord(value)) return value;
  return Object.fromEntries(fields.filter((name) => Object.hasOwn(value, name)).map((name) => [name, value[name]]));
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function mapped(record: Record<string, unknown>, change: (member: unknown, name: string) => unknown) {
  return Object.fromEntries(Object.entries(record).map(([name, member]) => [name, change(member, name)]));
}
