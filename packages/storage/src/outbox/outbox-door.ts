import { invariant } from "@counterfoil/engine";
import type { Tx } from "../database/tx.ts";
import type { PeopleDatabase } from "../people/people-database.ts";
import type { OutboxTable } from "./outbox-table.ts";

/** The connection that reaches a table: of one organization, or the one to what people are known by. */
export type OutboxDoor = Tx | PeopleDatabase;

/** The organization whose rows a statement is about, as the list of its first parameters. */
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

/** The parameters of a statement that is put together: `add` takes a value and answers what stands for it in the text. */
export function parameters(first: readonly unknown[]): { values: unknown[]; add: (value: unknown) => string } {
  const values = [...first];
  return { values, add: (value) => `$${values.push(value)}` };
}
