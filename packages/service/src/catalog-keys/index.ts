export { type CatalogKey, type CatalogKeyInput, listCatalogKeys, setCatalogKeys } from "./manage-catalog-keys.ts";
