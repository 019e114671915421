export { authenticateConnection } from "./authenticate-connection.ts";
export { isAccessToken, isOauthScope, OAUTH_SCOPES, type OauthScope } from "./connection.ts";
export { type Exchange } from "./decide-exchange.ts";
export { exchangeToken } from "./exchange-token.ts";
export { forgetOauthConnections } from "./forget-connections.ts";
export { type AuthorizationRequest, grantConnection } from "./grant-connection.ts";
export {
  getOauthConnection,
  giveBackToken,
  listOauthConnections,
  revokeConnectionsOf,
  revokeOauthConnection,
} from "./manage-connections.ts";
