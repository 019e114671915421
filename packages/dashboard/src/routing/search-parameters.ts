/** Reads a parameter of an address; undefined for a value that it cannot have. */
export type Parameter<Value extends string> = (written: string) => Value | undefined;

/** Any text: a name, a day, an id. */
export const text: Parameter<string> = (written) => written;

/** One of a few words. */
export function oneOf<const Value extends string>(...values: readonly Value[]): Parameter<Value> {
  return (written) => values.find((value) => value === written);
}

export type Parameters = Readonly<Record<string, Parameter<string>>>;

/** What an address says of the parameters; undefined where it says what they cannot have. */
export function readSearch(
  parameters: Parameters,
  written: Readonly<Record<string, unknown>>,
): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(parameters).flatMap(([name, parameter]) => {
      const value = written[name];
      return typeof value === "string" ? [[name, parameter(value)]] : [];
    }),
  );
}

/** All parameters are text: `?q=2024` searches for a name, and stays as it is written. */
export const asText = {
  parseSearch: (written: string): Record<string, string> => Object.fromEntries(new URLSearchParams(written)),
  stringifySearch(search: Readonly<Record<string, unknown>>): string {
    const written = Object.entries(search).flatMap(([name, value]) =>
      typeof value === "string" ? [[name, value]] : [],
    );
    return written.length === 0 ? "" : `?${new URLSearchParams(written).toString()}`;
  },
};
