import { ownerName } from "./initialize-data-folder.ts";

/**
 * The address of the database `counterfoil` as its owner, a superuser, with the password. With the folder of its socket it is
 * reached over that: libpq and the driver take `host` of the query before the other one.
 */
export function ownerUrl(port: number, password: string, socket?: string): string {
  const url = `postgres://${ownerName}:${encodeURIComponent(password)}@127.0.0.1:${port}/${ownerName}`;
  return socket === undefined ? url : `${url}?host=${encodeURIComponent(socket)}`;
}
