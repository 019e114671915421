import { betterAuth, type BetterAuthOptions } from "better-auth";
import { twoFactor } from "better-auth/plugins";
import type { PeopleDatabase } from "@counterfoil/storage";
import type { IdPrefix, Ids } from "../ids.ts";
import type { Clock } from "../clock.ts";
import { hashPassword, isPassword, MAX_PASSWORD, MIN_PASSWORD } from "./password-hash.ts";
import type { SignInSecret } from "./sign-in-secrets.ts";
import { takeCodeOnce } from "./take-code-once.ts";

export interface AuthOptions {
  readonly people: PeopleDatabase;
  readonly ids: Ids;
  /** The newest secret signs cookies and encrypts second factors. Older secrets still decrypt. */
  readonly secrets: readonly SignInSecret[];
  readonly clock: Clock;
  /** Over HTTPS, cookies are Secure and their names say so. */
  readonly isSecure: boolean;
  /** Receives the person who asked to reset a password, and the token for it. */
  readonly onReset: (person: { email: string; name: string }, token: string) => Promise<void>;
}

const DAY_SECONDS = 86_400;
/** How long an unused session lasts. */
const SESSION_SECONDS = 14 * DAY_SECONDS;
export const RESET_SECONDS = 3_600;
/** The header in which better-auth reads a visitor's address. It has no other way. */
export const ADDRESS_HEADER = "x-counterfoil-address";

/** better-auth's identifier for the verification that belongs to this token. */
export function resetIdentifier(token: string): string {
  return `reset-password:${token}`;
}

const PREFIXES: Readonly<Record<string, IdPrefix>> = { user: "person", session: "session" };

/**
 * better-auth on Counterfoil's tables: passwords, sessions, cookies, second factors. Its own paths are not served and
 * its own rate limits are off: `sign-in.ts` and its neighbors count guesses and write the responses instead.
 */
export function makeAuth({ people, ids, clock, secrets, isSecure, onReset }: AuthOptions) {
  const times = { createdAt: "created_at", updatedAt: "updated_at" };
  return betterAuth({
    appName: "Counterfoil",
    baseURL: isSecure ? "https://localhost" : "http://localhost",
    basePath: "/auth",
    secrets: [...secrets],
    // It uses no other part of a pool.
    database: people.pool as unknown as NonNullable<BetterAuthOptions["database"]>,
    telemetry: { enabled: false },
    logger: { disabled: true },
    rateLimit: { enabled: false },
    user: {
      modelName: "person",
      fields: { emailVerified: "email_verified", ...times },
    },
    session: {
      modelName: "session",
      expiresIn: SESSION_SECONDS,
      updateAge: DAY_SECONDS,
      fields: {
        userId: "person_id",
        expiresAt: "expires_at",
        ipAddress: "ip_address",
        userAgent: "user_agent",
        ...times,
      },
      additionalFields: {
        organizationId: { type: "string", required: false, input: false, fieldName: "organization_id" },
      },
    },
    account: {
      modelName: "credential",
      fields: { userId: "person_id", providerId: "provider_id", accountId: "account_id", ...times },
    },
    databaseHooks: {
      session: {
        create: {
          before: ({ userId }, request) => takeCodeOnce(people, userId, request, Date.parse(clock.now())),
        },
      },
    },
    verification: { storeIdentifier: "hashed", fields: { expiresAt: "expires_at", ...times } },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: MIN_PASSWORD,
      maxPasswordLength: MAX_PASSWORD,
      password: { hash: hashPassword, verify: isPassword },
      resetPasswordTokenExpiresIn: RESET_SECONDS,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: ({ user, token }) => onReset(user, token),
    },
    advanced: {
      useSecureCookies: isSecure,
      cookiePrefix: "counterfoil",
      defaultCookieAttributes: { sameSite: "strict", httpOnly: true, path: "/" },
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
      database: { generateId: ({ model }) => ids.next(PREFIXES[model] ?? "sign") },
    },
    plugins: [
      twoFactor({
        issuer: "Counterfoil",
        schema: {
          user: { fields: { twoFactorEnabled: "two_factor_enabled" } },
          twoFactor: {
            modelName: "second_factor",
            fields: {
              userId: "person_id",
              backupCodes: "recovery_codes",
              failedVerificationCount: "failed_verification_count",
              lockedUntil: "locked_until",
            },
          },
        },
      }),
    ],
  });
}

export type Auth = ReturnType<typeof makeAuth>;
