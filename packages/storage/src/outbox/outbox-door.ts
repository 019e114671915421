import { invariant } from "@counterfoil/engine";
import type { Tx } from "../database/tx.ts";
import type { PeopleDatabase } from "../people/people-database.ts";
import type { OutboxTable } from "./outbox-table.ts";

/** The connection that reaches a table: the connection of one organization, or the one for people's own records. */
export type OutboxDoor = Tx | PeopleDatabase;

/** The first parameters of a statement: the organization, or none. */
export function ownerOf(door: OutboxDoor, table: OutboxTable): string[] {
  const isOfOrganization = "organizationId" in door;
  invariant(isOfOrganization === table.isOfOrganization, `${table.name} is reached by the connection that has it`);
  return isOfOrganization ? [door.organizationId] : [];
}

/** SQL with its parameters. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Collects the parameters of a statement. `add` takes a value and returns its placeholder, such as `$3`. */
export function parameters(first: readonly unknown[]): { values: unknown[]; add: (value: unknown) => string } {
  const values = [...first];
  return { values, add: (value) => `$${values.push(value)}` };
}
