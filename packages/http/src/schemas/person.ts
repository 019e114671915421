import { MAX_PASSWORD, MIN_PASSWORD, ROLES } from "@counterfoil/service";
import Type from "typebox";
import { instant, name, nullable, oneOf, record, timestamps } from "./schema.ts";

export const role = oneOf(ROLES);
/** A password for sign-in. The rules of new passwords do not apply: a short one fails as a wrong one. */
export const password = Type.String({ minLength: 1, maxLength: MAX_PASSWORD });
export const newPassword = Type.String({
  minLength: MIN_PASSWORD,
  maxLength: MAX_PASSWORD,
  description: `From ${MIN_PASSWORD} to ${MAX_PASSWORD} characters.`,
});
export const linkToken = Type.String({ minLength: 1, maxLength: 255, description: "The token from the email." });

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
  invitedBy: nullable(Type.String({ description: "The person or key that sent the invitation." })),
  expiresAt: instant,
  ...timestamps,
});

export const sentInvitation = record(
  {
    ...invitation.properties,
    link: nullable(
      Type.String({
        description:
          "The link to pass on to the invited person, if this server sends no email. Null if the email contains it. " +
          "Only this response shows it.",
      }),
    ),
  },
  { title: "SentInvitation" },
);

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
  currentSessionId: Type.String({ description: "The session of this request." }),
  items: Type.Array(
    record({
      id: Type.String(),
      ipAddress: nullable(Type.String({ description: "The address from which the session was started." })),
      userAgent: nullable(Type.String()),
      lastUsedAt: Type.String({ format: "date-time", description: "Accurate to the day." }),
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
    description: "The current organization of the session. Null if the person belongs to none.",
  }),
  organizations: Type.Array(ownOrganization),
});

export const signInOutcome = record({
  status: oneOf(["signed_in", "second_factor_required"], "Whether the sign-in requires a second factor."),
});

export const twoFactorBeginning = record({
  uri: Type.String({ description: "An `otpauth://` URI for an authenticator app." }),
  recoveryCodes: Type.Array(Type.String(), {
    description: "Each code works once instead of a code from the app. Only this response shows them.",
  }),
});

export const recoveryCodes = record({ recoveryCodes: Type.Array(Type.String()) });

export const personName = name();
