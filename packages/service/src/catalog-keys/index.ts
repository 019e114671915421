export { claimCatalogKey } from "./claim-catalog-key.ts";
export { listCatalogKeys, setCatalogKeys } from "./manage-catalog-keys.ts";
