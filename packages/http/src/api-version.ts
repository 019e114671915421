import { DomainError } from "@counterfoil/service";

/** From when on something is deprecated, and from when on it may be gone: calendar days, UTC. */
export interface Deprecation {
  readonly deprecatedOn: string;
  readonly sunsetOn: string;
}

/** A version of the interface, named by the day it was released. */
export interface ApiVersion {
  readonly name: string;
  /** Of a version that a later one replaces. */
  readonly deprecation?: Deprecation;
}

/** Oldest first. What makes a new one, and how long an old one is kept: docs/api-versions.md. */
export const API_VERSIONS: readonly [ApiVersion, ...ApiVersion[]] = [{ name: "2026-11-24" }];
export const NEWEST_VERSION = (API_VERSIONS.at(-1) ?? API_VERSIONS[0]).name;

export const VERSION_HEADER = "Counterfoil-Version";

/**
 * The version that a request asks for in `Counterfoil-Version`. One that asks for none gets the oldest that is served, so that a
 * release changes nothing for it before the sunset that its answers announce. Refuses a version that is not served (400).
 */
export function chooseVersion(
  asked: string | readonly string[] | undefined,
  versions: readonly [ApiVersion, ...ApiVersion[]] = API_VERSIONS,
): ApiVersion {
  if (asked === undefined) return versions[0];
  const found = versions.find(({ name }) => name === asked);
  if (found !== undefined) return found;
  const known = versions.map(({ name }) => name).join(", ");
  const detail = `${JSON.stringify(asked)} is not a version of the API. ${VERSION_HEADER} takes one of: ${known}.`;
  throw new DomainError("invalid_parameter", detail, [{ pointer: `/${VERSION_HEADER}`, code: "not_allowed", detail }]);
}

/** `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and where to read more; nothing for what is not deprecated. */
export function deprecationHeaders(deprecation: Deprecation | undefined): Readonly<Record<string, string>> {
  if (deprecation === undefined) return {};
  return {
    Deprecation: `@${Date.parse(deprecation.deprecatedOn) / 1000}`,
    Sunset: new Date(deprecation.sunsetOn).toUTCString(),
    Link: '</docs>; rel="deprecation"; type="text/html"',
  };
}
