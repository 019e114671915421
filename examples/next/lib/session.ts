import { createHmac, timingSafeEqual } from "node:crypto";

/** Replace this file by your own sessions. A signed cookie names the account, so a customer cannot choose another one. */
function sign(account: string): string {
  const key = process.env.SESSION_KEY;
  if (!key) throw new Error("Set SESSION_KEY to a long random text.");
  return createHmac("sha256", key).update(account).digest("base64url");
}

export function sessionValue(account: string): string {
  return `${account}.${sign(account)}`;
}

/** The account of a session; null if no user is signed in. */
export function accountOfSession(session: string | undefined): string | null {
  const [account = "", signature = ""] = session?.split(".") ?? [];
  if (account === "") return null;
  const [given, right] = [Buffer.from(signature), Buffer.from(sign(account))];
  return given.length === right.length && timingSafeEqual(given, right) ? account : null;
}

/** The account of a request to a route handler. */
export function accountOf(request: Request): string | null {
  return accountOfSession(/(?:^|; )session=([^;]+)/.exec(request.headers.get("cookie") ?? "")?.[1]);
}
