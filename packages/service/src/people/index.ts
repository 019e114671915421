export { acceptInvitation } from "./accept-invitation.ts";
export { addPerson } from "./add-person.ts";
export {
  changeRole,
  getPerson,
  leaveOrganization,
  listPeople,
  refuseOwnerByOthers,
  removePerson,
} from "./change-role.ts";
export { TooManyGuesses } from "./guessing.ts";
export {
  getInvitation,
  invite,
  listInvitations,
  organizationOfInvitation,
  readInvitation,
  renewInvitation,
  revokeInvitation,
  type SentInvitation,
} from "./invitations.ts";
export { checkPassword, resetSignIn } from "./make-person.ts";
export { networkOf } from "./network-of.ts";
export { openIdentity } from "./open-identity.ts";
export { endOwnSession, listOwnSessions } from "./own-sessions.ts";
export {
  beginTwoFactor,
  changePassword,
  confirmTwoFactor,
  type OwnRequest,
  removeTwoFactor,
  renamePerson,
  renewRecoveryCodes,
  signOutEverywhere,
} from "./own-sign-in.ts";
export { askForReset, resetPassword } from "./reset-password.ts";
export { isRole, type Role, ROLE_SCOPES, ROLES } from "./role.ts";
export { chooseOwnOrganization, findSession, organizationsOf, type Session, turnToOrganization } from "./session.ts";
export { showSecondFactor, signIn, signOut } from "./sign-in.ts";
export type { Visitor } from "./visitor.ts";
