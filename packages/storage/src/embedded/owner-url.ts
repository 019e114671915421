import { ownerName } from "./initialize-data-folder.ts";

/**
 * The address of the database `counterfoil` as its owner, a superuser, with the password. If a socket folder is given,
 * clients use the socket: libpq and the driver prefer the `host` of the query.
 */
export function ownerUrl(port: number, password: string, socket?: string): string {
  const url = `postgres://${ownerName}:${encodeURIComponent(password)}@127.0.0.1:${port}/${ownerName}`;
  return socket === undefined ? url : `${url}?host=${encodeURIComponent(socket)}`;
}
