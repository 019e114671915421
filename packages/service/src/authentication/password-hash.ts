import { hash, verify } from "@node-rs/argon2";

/**
 * The minimum that OWASP recommends for Argon2id: 19 MiB, two passes, one lane. The hash contains its own parameters.
 */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const MIN_PASSWORD = 12;
export const MAX_PASSWORD = 256;

export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize("NFKC"), PARAMETERS);
}

export function isPassword({ hash: stored, password }: { hash: string; password: string }): Promise<boolean> {
  return verify(stored, password.normalize("NFKC"));
}
