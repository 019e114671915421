import { columnName } from "../database/unnested.ts";
import { type OutboxDoor, ownerOf, parameters } from "./outbox-door.ts";
import type { OutboxTable } from "./outbox-table.ts";

/**
 * Releases a claimed row and writes the result of the attempt, if the row still has the lease and the attempt number of the claim. Without
 * `nextAttemptAt`, the time of the next attempt does not change. Returns whether the row was released.
 */
export async function settleAttempt<Row>(
  door: OutboxDoor,
  table: OutboxTable,
  item: Row & object,
  made: Readonly<Partial<Row>>,
): Promise<boolean> {
  const { values, add } = parameters(ownerOf(door, table));
  const changes = Object.entries(made).map(([member, value]) => `${columnName(member)} = ${add(asColumn(value))}`);
  const guards = [...table.key, "attempts", "locked_until"];
  const conditions = [
    ...(table.isOfOrganization ? ["organization_id = $1"] : []),
    ...guards.map((column) => `${column} = ${add(item[memberName(column) as keyof Row])}`),
    ...(table.waiting === undefined ? [] : [table.waiting]),
  ];
  const rows = await door.sql(
    `update ${table.name} set ${["locked_until = null", ...changes].join(", ")}
     where ${conditions.join(" and ")} returning attempts`,
    values,
  );
  return rows.length > 0;
}

/** Objects and lists become JSON. */
function asColumn(value: unknown): unknown {
  return typeof value === "object" && value !== null ? JSON.stringify(value) : value;
}

function memberName(column: string): string {
  return column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
