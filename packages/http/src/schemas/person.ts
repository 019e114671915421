import { MAX_PASSWORD, MIN_PASSWORD, ROLES } from "@counterfoil/service";
import Type from "typebox";
import { instant, name, nullable, oneOf, record, timestamps } from "./schema.ts";

export const role = oneOf(ROLES);
export const emailAddress = Type.String({ format: "email", maxLength: 320 });
/** One that is shown: whatever is wrong with it is wrong with the sign-in. */
export const password = Type.String({ minLength: 1, maxLength: MAX_PASSWORD });
export const newPassword = Type.String({
  minLength: MIN_PASSWORD,
  maxLength: MAX_PASSWORD,
  description: `From ${MIN_PASSWORD} to ${MAX_PASSWORD} characters.`,
});
export const linkToken = Type.String({ minLength: 1, maxLength: 255, description: "The token of the letter." });

export const person = record({
  id: Type.String(),
  name: Type.String(),
  email: Type.String(),
  role,
  twoFactorEnabled: Type.Boolean(),
  ...timestamps,
});

export const invitation = record({
  id: Type.String(),
  email: Type.String(),
  role,
  status: oneOf(["open", "accepted", "revoked", "expired"]),
  invitedBy: nullable(Type.String({ description: "The person or the key that invited." })),
  expiresAt: instant,
  ...timestamps,
});

export const openInvitation = record({
  organizationName: Type.String(),
  email: Type.String(),
  role,
  expiresAt: instant,
});

const ownOrganization = record({
  organizationId: Type.String(),
  name: Type.String(),
  role,
  sandbox: Type.Boolean(),
});

export const ownSessions = record({
  currentSessionId: Type.String({ description: "The session that asks." }),
  items: Type.Array(
    record({
      id: Type.String(),
      ipAddress: nullable(Type.String({ description: "From where it was begun." })),
      userAgent: nullable(Type.String()),
      lastUsedAt: Type.String({ format: "date-time", description: "To the day." }),
      expiresAt: instant,
      createdAt: instant,
    }),
  ),
});

export const me = record({
  id: Type.String(),
  name: Type.String(),
  email: Type.String(),
  twoFactorEnabled: Type.Boolean(),
  organization: Type.Unsafe<{ organizationId: string; name: string; role: string; sandbox: boolean } | null>({
    ...ownOrganization,
    type: ["object", "null"],
    description: "The one that the session turned to; null for somebody who belongs to none.",
  }),
  organizations: Type.Array(ownOrganization),
});

export const signInOutcome = record({
  status: oneOf(["signed_in", "second_factor_required"], "Whether the sign-in waits for a second factor."),
});

export const twoFactorBeginning = record({
  uri: Type.String({ description: "An `otpauth://` address for an app that makes codes." }),
  recoveryCodes: Type.Array(Type.String(), { description: "Each is good once in place of a code. Shown only here." }),
});

export const recoveryCodes = record({ recoveryCodes: Type.Array(Type.String()) });

export const personName = name();
