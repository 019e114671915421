export { copyHistory, forgetHistory, HistoryMismatch, prepareHistory } from "./copy-history.ts";
export { historyStanding, rebuildHistory, recopyHistory, repairHistory, verifyHistory } from "./repair-history.ts";
