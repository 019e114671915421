export { forgetRequests } from "./forget-requests.ts";
export { getLoggedRequest, listLoggedRequests } from "./read-requests.ts";
export { type AnsweredRequest, createRequestLog, LONGEST_READ_CHARACTERS, type RequestLog } from "./request-log.ts";
