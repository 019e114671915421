export { dropMonths, type DroppedMonth } from "./drop-months.ts";
export { copyHistory, forgetHistory, HistoryMismatch, prepareHistory, type RestAfterBlock } from "./copy-history.ts";
export { historyStanding, rebuildHistory, recopyHistory, repairHistory, verifyHistory } from "./repair-history.ts";
