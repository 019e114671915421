import { acceptInvitation, askForReset, organizationOfInvitation, readInvitation } from "@counterfoil/service";
import { resetPassword, showSecondFactor, signIn, signOut } from "@counterfoil/service";
import Type from "typebox";
import { NO_ORGANIZATION } from "../authenticate.ts";
import type { Ports } from "../ports.ts";
import { type Call, type Caller, route } from "../route.ts";
import { refuseOtherSites } from "../same-origin.ts";
import { linkToken, newPassword, openInvitation, password, personName, signInOutcome } from "../schemas/person.ts";
import { email, record } from "../schemas/schema.ts";
import { identityPorts, setCookies, visitorOf } from "../visitor-of.ts";

const tag = "Sign-in";

/** A caller whose identity is not known yet. */
function admitAnybody(ports: Ports): Promise<Caller> {
  identityPorts(ports);
  return Promise.resolve({ organizationId: NO_ORGANIZATION, actor: { type: "system", id: "sign-in" } });
}

/**
 * The ports and the visitor of a sign-in request. Refuses requests from other sites: they must not sign a person in
 * either.
 */
function visit({ context, request }: Pick<Call<unknown, unknown, unknown>, "context" | "request">) {
  const ports = identityPorts(context);
  refuseOtherSites(request, ports.identity.publicUrl);
  return { ports, visitor: visitorOf(request, ports.identity), requestId: request.id };
}

export const signInRoutes = [
  route({
    method: "POST",
    path: "/auth/sign-in",
    operationId: "signIn",
    tag,
    summary: "Sign in",
    description:
      "Sets an HTTP-only, same-site cookie with a new session. If the person has a second factor, complete the " +
      "sign-in with `/auth/second-factor`. Too many attempts return a 429.",
    scope: null,
    refusals: ["sign_in_failed", "cross_site_request"],
    admit: admitAnybody,
    setsCookies: true,
    body: record({ email: Type.String({ minLength: 1, maxLength: 320 }), password }),
    status: 200,
    response: signInOutcome,
    async handle(call) {
      const { ports, visitor, requestId } = visit(call);
      const { status, cookies } = await signIn(ports, visitor, call.body, requestId);
      setCookies(call.reply, cookies);
      return { status };
    },
  }),
  route({
    method: "POST",
    path: "/auth/second-factor",
    operationId: "showSecondFactor",
    tag,
    summary: "Complete a sign-in with a second factor",
    description: "Send a code from the app, or a recovery code, which works once.",
    scope: null,
    refusals: ["sign_in_failed", "cross_site_request"],
    admit: admitAnybody,
    setsCookies: true,
    body: record({
      code: Type.String({ minLength: 1, maxLength: 32 }),
      isRecoveryCode: Type.Optional(Type.Boolean({ description: "Whether `code` is a recovery code." })),
    }),
    status: 200,
    response: signInOutcome,
    async handle(call) {
      const { ports, visitor, requestId } = visit(call);
      const { code, isRecoveryCode = false } = call.body;
      const shown = isRecoveryCode ? { recoveryCode: code } : { code };
      const { status, cookies } = await showSecondFactor(ports, visitor, shown, requestId);
      setCookies(call.reply, cookies);
      return { status };
    },
  }),
  route({
    method: "POST",
    path: "/auth/sign-out",
    operationId: "signOut",
    tag,
    summary: "Sign out",
    description: "Ends the session of the cookie. Without a session, nothing happens.",
    scope: null,
    refusals: ["cross_site_request"],
    admit: admitAnybody,
    setsCookies: true,
    status: 204,
    response: null,
    async handle(call) {
      const { ports, visitor } = visit(call);
      setCookies(call.reply, (await signOut(ports, visitor)).cookies);
      return null;
    },
  }),
  route({
    method: "POST",
    path: "/auth/password-reset",
    operationId: "askForPasswordReset",
    tag,
    summary: "Request a password reset email",
    description: "The response is the same whether or not a person signs in with this address.",
    scope: null,
    refusals: ["cross_site_request"],
    admit: admitAnybody,
    body: record({ email }),
    status: 202,
    response: null,
    async handle(call) {
      const { ports, visitor } = visit(call);
      await askForReset(ports, visitor, call.body);
      return null;
    },
  }),
  route({
    method: "POST",
    path: "/auth/password-reset/confirm",
    operationId: "resetPassword",
    tag,
    summary: "Set a new password",
    description:
      "Requires the token from a password reset email, which is valid once and for an hour. Ends all sessions of " +
      "the person.",
    scope: null,
    refusals: ["cross_site_request", "link_expired"],
    admit: admitAnybody,
    body: record({ token: linkToken, newPassword }),
    status: 204,
    response: null,
    async handle(call) {
      const { ports, visitor, requestId } = visit(call);
      await resetPassword(ports, visitor, call.body, requestId);
      return null;
    },
  }),
  route({
    method: "POST",
    path: "/auth/invitation",
    operationId: "readInvitation",
    tag,
    summary: "Get an invitation by its token",
    scope: null,
    refusals: ["cross_site_request", "not_found", "link_expired"],
    admit: admitAnybody,
    body: record({ token: linkToken }),
    status: 200,
    response: openInvitation,
    async handle(call) {
      visit(call);
      const { organizationId } = await organizationOfInvitation(call.context, call.body.token);
      return readInvitation({ ...call.context, organizationId }, call.body.token);
    },
  }),
  route({
    method: "POST",
    path: "/auth/invitation/accept",
    operationId: "acceptInvitation",
    tag,
    summary: "Accept an invitation",
    description:
      "Creates a person with this password. If a person already signs in with the address, send that person's " +
      "password. Next, sign in.",
    scope: null,
    refusals: ["sign_in_failed", "cross_site_request", "not_found", "link_expired"],
    admit: admitAnybody,
    body: record({ token: linkToken, name: personName, password: newPassword }),
    status: 200,
    response: record({ email: Type.String() }),
    async handle(call) {
      const { ports, visitor } = visit(call);
      const { organizationId } = await organizationOfInvitation(call.context, call.body.token);
      const context = { ...call.context, organizationId };
      return acceptInvitation(context, ports.identity, visitor, call.body);
    },
  }),
];
