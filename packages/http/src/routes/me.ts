import {
  beginTwoFactor,
  changePassword,
  chooseOwnOrganization,
  confirmTwoFactor,
  endOwnSession,
  leaveOrganization,
  listOwnSessions,
  type OwnRequest,
  organizationsOf,
  removeTwoFactor,
  renamePerson,
  renewRecoveryCodes,
  signOutEverywhere,
  turnToOrganization,
} from "@counterfoil/service";
import { DomainError, type IdentityPorts } from "@counterfoil/service";
import type { FastifyRequest } from "fastify";
import Type from "typebox";
import { type Call, route } from "../route.ts";
import {
  me,
  newPassword,
  ownSessions,
  password,
  personName,
  recoveryCodes,
  twoFactorBeginning,
} from "../schemas/person.ts";
import { byId, name, record } from "../schemas/schema.ts";
import { identityPorts, setCookies, visitorOf } from "../visitor-of.ts";

const tag = "Sign-in";
const scope = "session";
const withPassword = record({ password });

type AnyCall = Pick<Call<unknown, unknown, unknown>, "context" | "request">;

/** The person who is signed in, and what their use cases stand on. */
function own({ context, request }: AnyCall): { ports: IdentityPorts; request: OwnRequest } {
  const ports = identityPorts(context);
  const { session } = request.caller;
  if (session === undefined) throw new DomainError("unauthorized", "Nobody is signed in.");
  return { ports, request: { session, visitor: visitorOf(request, ports.identity), requestId: request.id } };
}

async function showMe(ports: IdentityPorts, request: FastifyRequest, own: OwnRequest) {
  const organizations = await organizationsOf(ports, own.session.person.id);
  const wanted = request.headers["counterfoil-organization"];
  const organization =
    organizations.length === 0
      ? null
      : await chooseOwnOrganization(ports, own.session, typeof wanted === "string" ? wanted : undefined);
  return { ...own.session.person, organization, organizations };
}

export const meRoutes = [
  route({
    method: "GET",
    path: "/me",
    operationId: "getMe",
    tag,
    summary: "Get who is signed in",
    scope,
    status: 200,
    response: me,
    handle(call) {
      const { ports, request } = own(call);
      return showMe(ports, call.request, request);
    },
  }),
  route({
    method: "PATCH",
    path: "/me",
    operationId: "updateMe",
    tag,
    summary: "Change one's name",
    scope,
    body: record({ name: personName }),
    status: 200,
    response: me,
    async handle(call) {
      const { ports, request } = own(call);
      const person = await renamePerson(ports, request, call.body.name);
      return showMe(ports, call.request, { ...request, session: { ...request.session, person } });
    },
  }),
  route({
    method: "PUT",
    path: "/me/organization",
    operationId: "turnToOrganization",
    tag,
    summary: "Turn the session to another organization",
    description: "404 for one that the person does not belong to. `Counterfoil-Organization` does it for one request.",
    scope,
    refusals: ["insufficient_scope", "not_found"],
    body: record({ organizationId: name() }),
    status: 200,
    response: me,
    async handle(call) {
      const { ports, request } = own(call);
      const { organizationId } = await turnToOrganization(ports, request.session, call.body.organizationId);
      return showMe(ports, call.request, { ...request, session: { ...request.session, organizationId } });
    },
  }),
  route({
    method: "POST",
    path: "/me/leave",
    operationId: "leaveOrganization",
    tag,
    summary: "Leave the organization",
    description: "The last owner stays. A key cannot leave.",
    scope: "read",
    status: 204,
    response: null,
    async handle({ context }) {
      await leaveOrganization(context);
      return null;
    },
  }),
  route({
    method: "GET",
    path: "/me/sessions",
    operationId: "listOwnSessions",
    tag,
    summary: "List one's sessions",
    description: "The newest first, and which of them asks.",
    scope,
    status: 200,
    response: ownSessions,
    handle(call) {
      const { ports, request } = own(call);
      return listOwnSessions(ports, request);
    },
  }),
  route({
    method: "DELETE",
    path: "/me/sessions/:id",
    operationId: "endOwnSession",
    tag,
    summary: "End one of one's sessions",
    description: "Works at once, also for the one that asks.",
    scope,
    params: byId,
    status: 204,
    response: null,
    async handle(call) {
      const { ports, request } = own(call);
      await endOwnSession(ports, request, call.params.id);
      return null;
    },
  }),
  route({
    method: "POST",
    path: "/auth/sign-out-everywhere",
    operationId: "signOutEverywhere",
    tag,
    summary: "Sign out everywhere",
    description: "Ends every session of the person, this one too.",
    scope,
    status: 204,
    response: null,
    async handle(call) {
      const { ports, request } = own(call);
      await signOutEverywhere(ports, request);
      return null;
    },
  }),
  route({
    method: "POST",
    path: "/auth/password",
    operationId: "changePassword",
    tag,
    summary: "Change one's password",
    description: "Ends every other session of the person; this one goes on as a new one.",
    scope,
    refusals: ["sign_in_failed"],
    body: record({ currentPassword: password, newPassword }),
    status: 204,
    response: null,
    async handle(call) {
      const { ports, request } = own(call);
      setCookies(call.reply, (await changePassword(ports, request, call.body)).cookies);
      return null;
    },
  }),
  route({
    method: "POST",
    path: "/auth/two-factor",
    operationId: "beginTwoFactor",
    tag,
    summary: "Begin to set up a second factor",
    description: "Nothing is asked for at a sign-in before a first code was right (`/auth/two-factor/confirm`).",
    scope,
    refusals: ["sign_in_failed"],
    body: withPassword,
    status: 200,
    response: twoFactorBeginning,
    handle(call) {
      const { ports, request } = own(call);
      return beginTwoFactor(ports, request, call.body);
    },
  }),
  route({
    method: "POST",
    path: "/auth/two-factor/confirm",
    operationId: "confirmTwoFactor",
    tag,
    summary: "Set up the second factor by a first code",
    scope,
    refusals: ["sign_in_failed"],
    body: record({ code: Type.String({ minLength: 1, maxLength: 32 }) }),
    status: 204,
    response: null,
    async handle(call) {
      const { ports, request } = own(call);
      setCookies(call.reply, (await confirmTwoFactor(ports, request, call.body)).cookies);
      return null;
    },
  }),
  route({
    method: "POST",
    path: "/auth/two-factor/remove",
    operationId: "removeTwoFactor",
    tag,
    summary: "Remove the second factor",
    scope,
    refusals: ["sign_in_failed"],
    body: withPassword,
    status: 204,
    response: null,
    async handle(call) {
      const { ports, request } = own(call);
      setCookies(call.reply, (await removeTwoFactor(ports, request, call.body)).cookies);
      return null;
    },
  }),
  route({
    method: "POST",
    path: "/auth/two-factor/recovery-codes",
    operationId: "renewRecoveryCodes",
    tag,
    summary: "Make new recovery codes",
    description: "The old ones are good no more.",
    scope,
    refusals: ["sign_in_failed"],
    body: withPassword,
    status: 200,
    response: recoveryCodes,
    handle(call) {
      const { ports, request } = own(call);
      return renewRecoveryCodes(ports, request, call.body);
    },
  }),
];
