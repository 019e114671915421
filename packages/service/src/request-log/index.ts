export { forgetRequests } from "./forget-requests.ts";
export {
  type AskedRequests,
  getLoggedRequest,
  listLoggedRequests,
  type LoggedExchange,
  type LoggedRequest,
} from "./read-requests.ts";
export { createRequestLog, LONGEST_READ_CHARACTERS, type RequestLog, type RequestLogStanding } from "./request-log.ts";
