/** A server that a database URL names. */
export interface DatabaseHost {
  readonly host: string;
  readonly port: number;
}

/**
 * A database URL in its parts. It may name several hosts, which are a primary and its standbys:
 * `postgres://user:password@a:5432,b:5432/database?target_session_attrs=read-write`, as in libpq.
 */
export interface DatabaseAddress {
  readonly user: string;
  readonly password: string;
  readonly database: string;
  readonly hosts: readonly DatabaseHost[];
  /** True if a connection must lead to the primary: with several hosts, or if `target_session_attrs` says so. */
  readonly wantsPrimary: boolean;
}

/** What is wrong with a database URL. The message never contains the URL, which may have a password. */
export class DatabaseAddressFault extends Error {
  override readonly name = "DatabaseAddressFault";
}

const PARTS = /^(?<scheme>postgres(?:ql)?:\/\/)(?:(?<user>[^/?#]*)@)?(?<hosts>[^/?#@]*)(?<rest>.*)$/;
const HOST = /^(?:\[(?<six>[\da-fA-F:.%]+)\]|(?<host>[^:[\]]+))(?::(?<port>\d{1,5}))?$/;
const DEFAULT_PORT = 5432;
/** The values of `target_session_attrs` that mean the primary. Counterfoil writes, so it refuses all others. */
const PRIMARY = ["read-write", "primary"];
/** Parameters of libpq that are read here. The driver does not know them, or reads only one host in them. */
const OWN_PARAMETERS = ["host", "port", "target_session_attrs"];

/** @throws DatabaseAddressFault */
export function readDatabaseAddress(text: string): DatabaseAddress {
  const { user, hosts: named, rest } = partsOf(text);
  const target = restOf(rest);
  const hosts = target.searchParams.has("host") ? hostsOfParameters(target.searchParams, named) : readHosts(named);
  return {
    user: decoded(user.split(":")[0] ?? ""),
    password: decoded(user.split(":").slice(1).join(":")),
    database: decoded(target.pathname.slice(1)),
    hosts,
    wantsPrimary: readTarget(target.searchParams.get("target_session_attrs")) || hosts.length > 1,
  };
}

/** The same URL with another user. */
export function withUser(text: string, user: string, password: string): string {
  const { scheme, hosts, rest } = partsOf(text);
  return `${scheme}${encodeURIComponent(user)}:${encodeURIComponent(password)}@${hosts}${rest}`;
}

/** The URL for the driver, which knows one host: the first. Each connection then replaces it by its own. */
export function oneHostUrl(text: string): string {
  const { scheme, user, rest } = partsOf(text);
  const [first] = readDatabaseAddress(text).hosts;
  const target = restOf(rest);
  for (const name of OWN_PARAMETERS) target.searchParams.delete(name);
  const host = first?.host.includes(":") === true ? `[${first.host}]` : (first?.host ?? "localhost");
  return `${scheme}${user === "" ? "" : `${user}@`}${host}:${first?.port ?? DEFAULT_PORT}${target.pathname}${target.search}`;
}

/** `a:5432`. */
export function hostName({ host, port }: DatabaseHost): string {
  return host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
}

/** `a:5432, b:5432`. */
export function hostNames(hosts: readonly DatabaseHost[]): string {
  return hosts.map(hostName).join(", ");
}

function partsOf(text: string): { scheme: string; user: string; hosts: string; rest: string } {
  const { scheme, user = "", hosts = "", rest = "" } = PARTS.exec(text)?.groups ?? {};
  if (scheme === undefined) {
    throw new DatabaseAddressFault(
      "is not the URL of a PostgreSQL server (postgres://user:password@host:5432/database).",
    );
  }
  return { scheme, user, hosts, rest };
}

/** The path and the parameters. The host is of no account. */
function restOf(rest: string): URL {
  return new URL(`postgres://host${rest}`);
}

function readHosts(text: string): DatabaseHost[] {
  if (text === "") return [{ host: "localhost", port: DEFAULT_PORT }];
  return text.split(",").map((named) => {
    const { six, host, port } = HOST.exec(named)?.groups ?? {};
    const name = six ?? host;
    if (name === undefined || !isPort(port ?? `${DEFAULT_PORT}`)) {
      throw new DatabaseAddressFault(
        `names the host ${JSON.stringify(named)}; expected host or host:port, such as postgres://user:password@a:5432,b:5432/database.`,
      );
    }
    return { host: decoded(name), port: Number(port ?? DEFAULT_PORT) };
  });
}

/** `?host=a,b&port=5432,5433`: libpq's other form, which wins. One port counts for all hosts. */
function hostsOfParameters(parameters: URLSearchParams, named: string): DatabaseHost[] {
  const hosts = (parameters.get("host") ?? "").split(",");
  const given = parameters.get("port")?.split(",") ?? readHosts(named).map(({ port }) => String(port));
  if (given.length !== 1 && given.length !== hosts.length) {
    throw new DatabaseAddressFault(
      `names ${hosts.length} hosts and ${given.length} ports; expected one port or one for each host.`,
    );
  }
  return hosts.map((host, place) => {
    const port = given[given.length === 1 ? 0 : place] ?? "";
    if (host === "" || !isPort(port)) {
      throw new DatabaseAddressFault("has an empty host or an invalid port in its parameters host and port.");
    }
    return { host, port: Number(port) };
  });
}

function isPort(text: string): boolean {
  return /^\d{1,5}$/.test(text) && Number(text) > 0 && Number(text) <= 65_535;
}

function readTarget(value: string | null): boolean {
  if (value === null) return false;
  if (PRIMARY.includes(value)) return true;
  throw new DatabaseAddressFault(
    `has target_session_attrs=${value}; expected read-write or primary, because Counterfoil writes to the database.`,
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new DatabaseAddressFault("has a % that begins no percent-encoded character. Write %25 for a percent sign.");
  }
}
