import { DomainError } from "@counterfoil/service";
import type { FastifyRequest } from "fastify";
import type { Route } from "./route.ts";
import { CATALOG_KEY_LENGTH, CATALOG_KEY_PATTERN } from "./schemas/catalog-key.ts";

/** The key in catalog files that the created object gets (R-CAT-4). Undefined if none was sent or the route takes none. */
export function catalogKeyOf(route: Route, { headers }: FastifyRequest): string | undefined {
  if (route.takesCatalogKey !== true) return undefined;
  const key = headers["catalog-key"];
  if (key === undefined) return undefined;
  const isKey =
    typeof key === "string" && key.length <= CATALOG_KEY_LENGTH && new RegExp(CATALOG_KEY_PATTERN).test(key);
  if (isKey) return key;
  const detail =
    `Catalog-Key must be at most ${CATALOG_KEY_LENGTH} lowercase letters and digits, separated by single - or _, ` +
    "such as team-eur.";
  throw new DomainError("invalid_parameter", detail, [{ pointer: "/Catalog-Key", code: "wrong_format", detail }]);
}
