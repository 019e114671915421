export { ADDRESS_HEADER, type Auth, makeAuth, RESET_SECONDS, resetIdentifier } from "./better-auth.ts";
export type { Identity, IdentityPorts } from "./identity.ts";
export { hashPassword, isPassword, MAX_PASSWORD, MIN_PASSWORD } from "./password-hash.ts";
export { readSigned, resignCookies, type SignInSecret, signInSecrets } from "./sign-in-secrets.ts";
