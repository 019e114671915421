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
  revokeInvitation,
} from "@counterfoil/service";
import Type from "typebox";
import { paged, pageOf } from "../lists.ts";
import { route } from "../route.ts";
import { erasedPerson } from "../schemas/erasure.ts";
import { emailAddress, invitation, person, role } from "../schemas/person.ts";
import { byId, oneOf, record } from "../schemas/schema.ts";
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
      "Only owners who are signed in make and unmake owners, and the last owner stays. Keys that the person made, and which may more than the role, are revoked.",
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
      "Works at once. The last owner stays. Keys that the person made, also with other keys of theirs, are revoked unless " +
      "`keepKeys` is true.",
    scope: "admin",
    params: byId,
    query: Type.Object(
      {
        keepKeys: Type.Optional(
          oneOf(["true", "false"], "Whether keys that the person made stay; false when left out."),
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
      "Removes the person, whatever they sign in by and their sessions, and takes name and e-mail address out of the audit log and " +
      "whatever else names them, for good. By an owner who is signed in; 409 for the last owner, and for a person who belongs to " +
      "other organizations too.",
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
      "By a letter with a token, which nobody else gets to see; it is good once and for seven days. Only owners who are signed " +
      "in invite owners. Another open invitation of the address is taken back.",
    scope: "admin",
    body: record({ email: emailAddress, role }),
    status: 201,
    response: invitation,
    async handle({ context, body, reply }) {
      const { identity } = identityPorts(context);
      const made = await invite({ ...context, identity }, body);
      reply.header("Location", `/invitations/${made.id}`);
      return made;
    },
  }),
  route({
    method: "DELETE",
    path: "/invitations/:id",
    operationId: "revokeInvitation",
    tag,
    summary: "Take an invitation back",
    description: "Works at once. Taking it back again changes nothing.",
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
