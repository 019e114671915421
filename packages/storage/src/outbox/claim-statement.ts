import type { Lease, TurnLease } from "./lease.ts";
import { parameters, type Statement } from "./outbox-door.ts";
import type { OutboxTable, OutboxTurns } from "./outbox-table.ts";

/**
 * How many rows one claim examines where rows take turns. Must be more than the limit, because most rows of a backlog
 * are only put off.
 */
const LOOKED_AT = 200;

/** The one statement that claims rows of any outbox. It skips rows that another transaction has locked. */
export function claimStatement(table: OutboxTable, owner: readonly string[], lease: Lease | TurnLease): Statement {
  const { name, key, thenBy = [], firstAttempt, turns } = table;
  const { values, add } = parameters(owner);
  const now = `${add(lease.now)}::timestamptz`;
  const until = `${add(lease.until)}::timestamptz`;
  const limit = add(lease.limit);
  const turn = turns === undefined || !("receiver" in lease) ? undefined : { ...turns, lease };
  const scope = [
    ...(table.isOfOrganization ? ["organization_id = $1"] : []),
    ...(turn === undefined ? [] : [`${turn.receiver} = ${add(turn.lease.receiver)}`]),
    ...(table.waiting === undefined ? [] : [table.waiting]),
  ];
  const isDue = `next_attempt_at <= ${now}`;
  const due = [...scope, table.isDueWithoutTime ? `(next_attempt_at is null or ${isDue})` : isDue];
  const order = [`next_attempt_at${table.isDueWithoutTime ? " nulls first" : ""}`, ...thenBy].join(", ");
  const began = firstAttempt === undefined ? "attempts > 0" : `${firstAttempt} is not null`;
  const columns = new Set([...key, "next_attempt_at", ...thenBy, ...(turn === undefined ? [] : [turn.object])]);
  const judged =
    turn === undefined
      ? `select due.*, true as is_taken, null::timestamptz as put_off_until, row_number() over (order by ${order}) as place from due`
      : inTurn(turn, { table: name, scope, now, order, soon: add(turn.lease.soon), far: add(turn.lease.far) });
  const text = `with due as materialized (
       select ${[...columns].join(", ")}, ${began} as was_tried from ${name} where ${due.join(" and ")}
       order by ${order} limit ${turn === undefined ? limit : LOOKED_AT} for no key update skip locked
     ), judged as (
       ${judged}
     )
     update ${name} as item set ${[
       "attempts = item.attempts + is_taken::integer",
       `next_attempt_at = case when is_taken then ${until} else put_off_until end`,
       `locked_until = case when is_taken then ${until} end`,
       ...firstAttemptOf(table, now),
     ].join(", ")}
     from judged
     where ${[
       ...(table.isOfOrganization ? ["item.organization_id = $1"] : []),
       ...key.map((column) => `item.${column} = judged.${column}`),
     ].join(" and ")} and (not is_taken or place <= ${limit})
     returning item.*, was_tried, is_taken, place`;
  return { text, values };
}

/** Keeps when the first attempt began, and counts recent attempts where a table counts them separately. */
function firstAttemptOf({ firstAttempt, recentAttempts }: OutboxTable, now: string): string[] {
  if (firstAttempt === undefined) return [];
  const began = `${firstAttempt} = case when is_taken then coalesce(item.${firstAttempt}, ${now}) else item.${firstAttempt} end`;
  if (recentAttempts === undefined) return [began];
  const before = `case when item.${firstAttempt} is null then 0 else item.${recentAttempts} end`;
  return [began, `${recentAttempts} = ${before} + is_taken::integer`];
}

/**
 * Does not take a row if an earlier row of its object waits, but puts it off. The next row of the object is put off
 * until the earlier row is retried, or until `soon` if the earlier row is locked or also due. All rows after it are put
 * off until `far`.
 */
function inTurn(
  { object, sequence }: OutboxTurns,
  {
    table,
    scope,
    now,
    order,
    soon,
    far,
  }: { table: string; scope: readonly string[]; now: string; order: string; soon: string; far: string },
): string {
  return `select due.*, ahead.places = 0 as is_taken,
         case when ahead.places > 1 then ${far}::timestamptz when ahead.is_busy then ${soon}::timestamptz
           else ahead.attempt_at end as put_off_until,
         row_number() over (partition by ahead.places = 0 order by ${order}) as place
       from due cross join lateral (
         select count(*) as places, bool_or(earlier.locked_until is not null or earlier.next_attempt_at <= ${now}) as is_busy,
           min(earlier.next_attempt_at) as attempt_at
         from (
           select locked_until, next_attempt_at from ${table}
           where ${scope.join(" and ")} and ${object} = due.${object} and ${sequence} < due.${sequence}
           order by ${sequence} limit 2
         ) as earlier
       ) as ahead`;
}
