/** Reads a search parameter. Undefined for an invalid value. */
export type Parameter<Value extends string> = (written: string) => Value | undefined;

/** Any text: a name, a day, an ID. */
export const text: Parameter<string> = (written) => written;

/** One of a few words, which it lists. */
export interface Choice<Value extends string> extends Parameter<Value> {
  readonly values: readonly Value[];
}

/** One of a few words. */
export function oneOf<const Value extends string>(...values: readonly Value[]): Choice<Value> {
  return Object.assign((written: string) => values.find((value) => value === written), { values });
}

export type Parameters = Readonly<Record<string, Parameter<string>>>;

/** The parameters in an address, without invalid values. */
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

/** All parameters are text: `?q=2024` searches for a name and stays unchanged. */
export const asText = {
  parseSearch: (written: string): Record<string, string> => Object.fromEntries(new URLSearchParams(written)),
  stringifySearch(search: Readonly<Record<string, unknown>>): string {
    const written = Object.entries(search).flatMap(([name, value]) =>
      typeof value === "string" ? [[name, value]] : [],
    );
    return written.length === 0 ? "" : `?${new URLSearchParams(written).toString()}`;
  },
};
