import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Request } from "express";

/** Replace this file by your own sessions. A signed cookie names the account, so a customer cannot choose another one. */
const key = randomBytes(32);
const sign = (account: string) => createHmac("sha256", key).update(account).digest("base64url");

export function sessionCookie(account: string): string {
  return `session=${account}.${sign(account)}; Path=/; HttpOnly; SameSite=Lax`;
}

/** The account of a request; null if no user is signed in. */
export function accountOf(request: Request): string | null {
  const [, account = "", signature = ""] =
    /(?:^|; )session=([\w-]+)\.([\w-]+)/.exec(request.headers.cookie ?? "") ?? [];
  const [given, right] = [Buffer.from(signature), Buffer.from(sign(account))];
  return given.length === right.length && timingSafeEqual(given, right) ? account : null;
}
