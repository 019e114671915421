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

/** The person who is signed in, and the ports of their use cases. */
function own({ context, request }: AnyCall): { ports: IdentityPorts; request: OwnRequest } {
  const ports = identityPorts(context);
  const { session } = request.caller;
  if (session === undefined) throw new DomainError("unauthorized", "You are not signed in. Sign in first.");
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
    summary: "Get the signed-in person",
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
    summary: "Update your name",
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
    summary: "Switch organization",
    description:
      "Switches the session to another organization. Returns 404 if you do not belong to it. To switch for one " +
      "request only, send the header `Counterfoil-Organization`.",
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
    description: "The last owner cannot leave. API keys cannot call this.",
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
    summary: "List your sessions",
    description: "The newest session comes first. The response marks the current session.",
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
    summary: "End one of your sessions",
    description: "Takes effect immediately, also for the current session.",
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
    description: "Ends all of your sessions, including the current one.",
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
    summary: "Change your password",
    description: "Ends all of your other sessions. The current session continues under a new cookie.",
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
    summary: "Start to set up a second factor",
    description:
      "Sign-in does not require the second factor until you confirm a first code with `/auth/two-factor/confirm`.",
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
    summary: "Confirm the second factor with a first code",
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
    summary: "Generate new recovery codes",
    description: "The old recovery codes stop working.",
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
