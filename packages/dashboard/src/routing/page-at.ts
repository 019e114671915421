import type { SearchAt, SearchPath } from "./searches.ts";

/** `invoiceId` of `/invoices/$invoiceId`. */
type ParamOf<Path extends string> = Path extends `${string}$${infer Rest}`
  ? Rest extends `${infer Name}/${infer Further}`
    ? Name | ParamOf<Further>
    : Rest
  : never;

interface PageAt<Path extends SearchPath> {
  readonly to: Path;
  readonly search: SearchAt<Path>;
  readonly params: Readonly<Record<string, string>>;
}

/** The target of a link, with only the search parameters that its page reads. */
export function pageAt<Path extends SearchPath>(
  to: Path,
  search: SearchAt<Path>,
  ...[params]: [ParamOf<Path>] extends [never] ? [] : [params: Readonly<Record<ParamOf<Path>, string>>]
): PageAt<Path> {
  return { to, search, params: params ?? {} };
}
