/** The expected shape of a value of the API. Objects are checked both ways: no field may be missing or unexpected. */
export type Shape =
  | { readonly kind: "scalar"; readonly name: string; readonly holds: (value: unknown) => boolean }
  | { readonly kind: "orNull"; readonly of: Shape }
  | { readonly kind: "list"; readonly of: Shape }
  | { readonly kind: "record"; readonly members: Members }
  | { readonly kind: "either"; readonly of: readonly Shape[] };

export type Members = Readonly<Record<string, Shape>>;

function scalar(name: string, holds: (value: unknown) => boolean): Shape {
  return { kind: "scalar", name, holds };
}

export const text = scalar("a string", (value) => typeof value === "string");
export const flag = scalar("true or false", (value) => typeof value === "boolean");
export const whole = scalar("an integer", Number.isInteger);
export const jsonNumber = scalar("a JSON number", (value) => typeof value === "number");
/** `"12.50"`: digits as a string, never a JSON number. */
export const decimalText = scalar("a decimal string", (value) => typeof value === "string" && DECIMAL.test(value));
export const datetime = scalar("a UTC datetime", (value) => typeof value === "string" && DATETIME.test(value));
export const day = scalar("a calendar date", (value) => typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value));
/** An ID with the prefix of its type. */
export const idOf = (prefix: string): Shape =>
  scalar(`an id ${prefix}_…`, (value) => typeof value === "string" && value.startsWith(`${prefix}_`));
export const word = (...words: string[]): Shape =>
  scalar(`one of ${words.join(", ")}`, (value) => words.includes(value as string));
export const exactly = (wanted: unknown): Shape => scalar(JSON.stringify(wanted), (value) => value === wanted);
export const orNull = (of: Shape): Shape => ({ kind: "orNull", of });
export const listOf = (of: Shape): Shape => ({ kind: "list", of });
export const record = (members: Members): Shape => ({ kind: "record", members });
export const either = (...of: Shape[]): Shape => ({ kind: "either", of });

const DECIMAL = /^-?\d+(\.\d+)?$/;
const DATETIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;

/** Every departure of a value from a shape, by path. Empty if the value conforms. */
export function departures(value: unknown, shape: Shape, path = ""): string[] {
  switch (shape.kind) {
    case "scalar":
      return shape.holds(value) ? [] : [`${path} should be ${shape.name}, is ${JSON.stringify(value) ?? "missing"}`];
    case "orNull":
      return value === null ? [] : departures(value, shape.of, path);
    case "list":
      if (!Array.isArray(value)) return [`${path} should be a list, is ${JSON.stringify(value)}`];
      return value.flatMap((item, index) => departures(item, shape.of, `${path}[${index}]`));
    case "either": {
      const attempts = shape.of.map((one) => departures(value, one, path));
      return attempts.some((faults) => faults.length === 0) ? [] : attempts.flat();
    }
    case "record":
      return recordDepartures(value, shape.members, path);
  }
}

function recordDepartures(value: unknown, members: Members, path: string): string[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return [`${path} should be an object, is ${JSON.stringify(value)}`];
  }
  const missing = Object.keys(members).filter((name) => !Object.hasOwn(value, name));
  const surplus = Object.keys(value).filter((name) => !Object.hasOwn(members, name));
  return [
    ...missing.map((name) => `${path}.${name} is missing`),
    ...surplus.map((name) => `${path}.${name} is not in the interface`),
    ...Object.entries(members).flatMap(([name, shape]) =>
      Object.hasOwn(value, name) ? departures((value as Record<string, unknown>)[name], shape, `${path}.${name}`) : [],
    ),
  ];
}
