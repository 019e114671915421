export { deliverLetters } from "./deliver-letters.ts";
export { deliverNotices } from "./deliver-notices.ts";
export { writeInvitationLetter, writeResetLetter } from "./write-letter.ts";
export { browserName, writeKeyNotice, writeMentionNotice, writeNotice } from "./write-notice.ts";
