export { listCatalogKeys, setCatalogKeys } from "./manage-catalog-keys.ts";
