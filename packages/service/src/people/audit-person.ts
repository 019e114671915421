import { findMembershipsOf } from "@counterfoil/storage";
import type { Actor } from "../context.ts";
import { audit } from "../record.ts";
import type { IdentityPorts } from "../authentication/index.ts";

/** Actions of people on their own sign-in. */
export type PersonAction =
  | "person.signed_in"
  | "person.signed_out_everywhere"
  | "person.session_ended"
  | "person.password_changed"
  | "person.password_reset"
  | "person.two_factor_enabled"
  | "person.two_factor_disabled"
  | "person.recovery_code_used"
  | "person.recovery_codes_made";

interface PersonAct {
  readonly personId: string;
  readonly action: PersonAction;
  readonly requestId: string | null;
  readonly actor?: Actor;
}

/**
 * Records a person's action on their sign-in in the audit trail of each of their organizations. The entry contains no
 * password or code.
 */
export async function auditPerson(
  ports: IdentityPorts,
  { personId, action, requestId, actor = { type: "person", id: personId } }: PersonAct,
): Promise<void> {
  const { database, clock, ids, identity } = ports;
  for (const { organizationId } of await findMembershipsOf(identity.people, personId)) {
    await database.transaction(organizationId, (tx) =>
      audit({ tx, clock, ids, actor, requestId }, { action, objectId: personId }),
    );
  }
}
