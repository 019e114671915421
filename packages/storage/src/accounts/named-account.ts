/**
 * The ID of the account that an ID or alias names, as a value in a statement whose `$1` is the organization. It is selected: with
 * row-level security, PostgreSQL uses no index for a condition that contains `coalesce` itself (docs/decisions/0121-conditions-that-use-indexes.md).
 * @param name a parameter or column
 */
export function namedAccount(name: string): string {
  return `(select coalesce((select l.account_id from account_alias l where l.organization_id = $1 and l.alias = ${name}), ${name}))`;
}
