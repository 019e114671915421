import { ownerName } from "./initialize-data-folder.ts";

/** The address of the database `counterfoil` as its owner, a superuser, with the password. */
export function ownerUrl(port: number, password: string): string {
  return `postgres://${ownerName}:${encodeURIComponent(password)}@127.0.0.1:${port}/${ownerName}`;
}
