export type { SealedSecret } from "./sealed-secret.ts";
export { createSecrets, isSealed, type SecretPlace, type Secrets, SHORTEST_KEY_TEXT } from "./secrets.ts";
