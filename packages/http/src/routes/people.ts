import {
  changeRole,
  eraseMember,
  getInvitation,
  getPerson,
  INVITATION_FIELDS,
  invite,
  listInvitations,
  listPeople,
  MEMBER_FIELDS,
  removePerson,
  renewInvitation,
  revokeInvitation,
  type SentInvitation,
} from "@counterfoil/service";
import Type from "typebox";
import { paged, pageOf } from "../lists.ts";
import { publicAddress } from "../public-address.ts";
import { route } from "../route.ts";
import { erasedPerson } from "../schemas/erasure.ts";
import { invitation, person, role, sentInvitation } from "../schemas/person.ts";
import { byId, email, oneOf, record } from "../schemas/schema.ts";
import { identityPorts } from "../visitor-of.ts";

const tag = "People";

export const peopleRoutes = [
  route({
    method: "GET",
    path: "/people",
    operationId: "listPeople",
    tag,
    summary: "List the people of the organization",
    scope: "admin",
    list: { fields: MEMBER_FIELDS },
    status: 200,
    response: paged(person),
    handle: async ({ context, list }) => pageOf(await listPeople(context, list), list),
  }),
  route({
    method: "GET",
    path: "/people/:id",
    operationId: "getPerson",
    tag,
    summary: "Get a person",
    scope: "admin",
    params: byId,
    status: 200,
    response: person,
    handle: ({ context, params }) => getPerson(context, params.id),
  }),
  route({
    method: "PATCH",
    path: "/people/:id",
    operationId: "changeRole",
    tag,
    summary: "Change a person's role",
    description:
      "Only signed-in owners can make a person an owner or take that role away, and the last owner cannot lose " +
      "it. Counterfoil revokes keys that the person created and that have more scopes than the new role.",
    scope: "admin",
    params: byId,
    body: record({ role }),
    status: 200,
    response: person,
    handle: ({ context, params, body }) => changeRole(context, params.id, body.role),
  }),
  route({
    method: "DELETE",
    path: "/people/:id",
    operationId: "removePerson",
    tag,
    summary: "Remove a person from the organization",
    description:
      "Takes effect immediately. The last owner cannot be removed. Counterfoil revokes keys that the person " +
      "created, including keys created with those keys, unless `keepKeys` is true.",
    scope: "admin",
    params: byId,
    query: Type.Object(
      {
        keepKeys: Type.Optional(
          oneOf(["true", "false"], "Whether to keep the keys that the person created. False if omitted."),
        ),
      },
      { additionalProperties: false },
    ),
    status: 204,
    response: null,
    async handle({ context, params, query }) {
      await removePerson(context, params.id, { keepsKeys: query.keepKeys === "true" });
      return null;
    },
  }),
  route({
    method: "POST",
    path: "/people/:id/erase",
    operationId: "erasePerson",
    tag,
    summary: "Erase a person who signs in",
    description:
      "Permanently removes the person, their credentials and their sessions, and removes their name and email " +
      "address from the audit log and all other records. Only a signed-in owner can do this. Returns 409 for the " +
      "last owner, and for a person who also belongs to other organizations.",
    scope: "admin",
    params: byId,
    status: 200,
    isRepeatable: true,
    response: erasedPerson,
    handle: ({ context, params }) => eraseMember(context, identityPorts(context), params.id),
  }),
  route({
    method: "GET",
    path: "/invitations",
    operationId: "listInvitations",
    tag,
    summary: "List invitations",
    scope: "admin",
    list: { fields: INVITATION_FIELDS },
    status: 200,
    response: paged(invitation),
    handle: async ({ context, list }) => pageOf(await listInvitations(context, list), list),
  }),
  route({
    method: "GET",
    path: "/invitations/:id",
    operationId: "getInvitation",
    tag,
    summary: "Get an invitation",
    scope: "admin",
    params: byId,
    status: 200,
    response: invitation,
    handle: ({ context, params }) => getInvitation(context, params.id),
  }),
  route({
    method: "POST",
    path: "/invitations",
    operationId: "invite",
    tag,
    summary: "Invite a person",
    description:
      "Sends an email with a token to the address. The token is valid once and for seven days, and is shown to " +
      "no one else. If the server sends no email, the response contains the link instead. Only signed-in owners " +
      "can invite owners. Counterfoil revokes any other open invitation to the same address.",
    scope: "admin",
    body: record({ email, role }),
    status: 201,
    answersSecret: true,
    response: sentInvitation,
    async handle({ context, body, reply, request }) {
      const { identity } = identityPorts(context);
      const made = await invite({ ...context, identity }, body);
      reply.header("Location", `/invitations/${made.invitation.id}`);
      return toSent(made, publicAddress(context, request));
    },
  }),
  route({
    method: "POST",
    path: "/invitations/:id/renew",
    operationId: "renewInvitation",
    tag,
    summary: "Renew an invitation",
    description:
      "Sends a new token, which is valid for seven days, like a new invitation. The old link stops working. Only " +
      "signed-in owners can renew invitations of owners. Returns 409 for an accepted or revoked invitation.",
    scope: "admin",
    params: byId,
    status: 200,
    answersSecret: true,
    response: sentInvitation,
    async handle({ context, params, request }) {
      const { identity } = identityPorts(context);
      return toSent(await renewInvitation({ ...context, identity }, params.id), publicAddress(context, request));
    },
  }),
  route({
    method: "DELETE",
    path: "/invitations/:id",
    operationId: "revokeInvitation",
    tag,
    summary: "Revoke an invitation",
    description: "Takes effect immediately. Revoking a revoked invitation has no effect.",
    scope: "admin",
    params: byId,
    status: 204,
    response: null,
    async handle({ context, params }) {
      await revokeInvitation(context, params.id);
      return null;
    },
  }),
];

/** An invitation with its link. As in the email, the token is after the #, where no server and no log sees it. */
function toSent({ invitation: sent, token }: SentInvitation, address: string) {
  return { ...sent, link: token === null ? null : `${address}/app/invitation#${token}` };
}
