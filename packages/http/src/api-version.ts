import { DomainError } from "@counterfoil/service";

/** When something becomes deprecated, and when it may be removed: calendar days in UTC. */
export interface Deprecation {
  readonly deprecatedOn: string;
  readonly sunsetOn: string;
}

/** A version of the API, named after its release date. */
export interface ApiVersion {
  readonly name: string;
  /** Set if a later version replaces this one. */
  readonly deprecation?: Deprecation;
}

/** Oldest first. docs/api-versions.md says what requires a new version and how long an old one is supported. */
export const API_VERSIONS: readonly [ApiVersion, ...ApiVersion[]] = [{ name: "2026-11-24" }];
export const NEWEST_VERSION = (API_VERSIONS.at(-1) ?? API_VERSIONS[0]).name;

export const VERSION_HEADER = "Counterfoil-Version";

/**
 * The version that a request selects with `Counterfoil-Version`. Without the header, the oldest supported version
 * applies, so that a release changes nothing for the client before the announced sunset. Refuses an unsupported version
 * (400).
 */
export function chooseVersion(
  asked: string | readonly string[] | undefined,
  versions: readonly [ApiVersion, ...ApiVersion[]] = API_VERSIONS,
): ApiVersion {
  if (asked === undefined) return versions[0];
  const found = versions.find(({ name }) => name === asked);
  if (found !== undefined) return found;
  const known = versions.map(({ name }) => name).join(", ");
  const detail = `${JSON.stringify(asked)} is not an API version. ${VERSION_HEADER} must be one of: ${known}.`;
  throw new DomainError("invalid_parameter", detail, [{ pointer: `/${VERSION_HEADER}`, code: "not_allowed", detail }]);
}

/** `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and a link to the documentation. Empty if nothing is deprecated. */
export function deprecationHeaders(deprecation: Deprecation | undefined): Readonly<Record<string, string>> {
  if (deprecation === undefined) return {};
  return {
    Deprecation: `@${Date.parse(deprecation.deprecatedOn) / 1000}`,
    Sunset: new Date(deprecation.sunsetOn).toUTCString(),
    Link: '</docs>; rel="deprecation"; type="text/html"',
  };
}
