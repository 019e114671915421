export { type ApiKey, type KeyScope, SCOPES } from "./api-key.ts";
export { authenticateApiKey, createKeyLookup, type KeyLookup, presumeApiKey } from "./authenticate-api-key.ts";
export { createApiKey, getApiKey, listApiKeys, makeApiKey, revokeApiKey, revokeKeysOf } from "./manage-api-keys.ts";
