import { pageAt } from "../../routing/page-at.ts";
import type { InvitationResult } from "@counterfoil/sdk";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { client } from "../../server/client.ts";
import { asked } from "../../server/asked.ts";
import { Button, buttonClasses } from "../../design/button.tsx";
import { TextField } from "../../design/field.tsx";
import { passwordOf, submitted, textOf } from "../../design/form.ts";
import { FailureLine, faultAt, Skeleton } from "../../design/states.tsx";
import { formatRelative } from "../../format/dates.ts";
import { toWords } from "../../format/words.ts";
import { useToken } from "./use-token.ts";
import { Welcome } from "./welcome.tsx";

/** The page of an invitation's link: `/invitation#token`. */
export function AcceptInvitation() {
  const token = useToken();
  const invitation = useQuery({
    ...asked((api, signal) => api.auth.readInvitation({ token }, { signal })),
    enabled: token !== "",
    staleTime: Infinity,
  });
  if (token === "") {
    return (
      <Welcome title="This link is incomplete">
        <p className="mb-4 text-sm text-muted">Open the link directly from the email, or ask for a new invitation.</p>
        <Link to="/sign-in" className={buttonClasses("primary")}>
          Sign in
        </Link>
      </Welcome>
    );
  }
  if (invitation.error !== null) {
    return (
      <Welcome title="This invitation is no longer valid">
        <div className="mb-4">
          <FailureLine error={invitation.error} />
        </div>
        <p className="mb-4 text-sm text-muted">
          An invitation works once and expires after 7 days. Ask the person who invited you for a new one.
        </p>
        <Link to="/sign-in" className={buttonClasses("primary")}>
          Sign in
        </Link>
      </Welcome>
    );
  }
  if (invitation.data === undefined) {
    return (
      <Welcome title="You're invited">
        <Skeleton className="h-64 w-full" />
      </Welcome>
    );
  }
  return (
    <Welcome title={`Join ${invitation.data.organizationName}`}>
      <AcceptForm token={token} invitation={invitation.data} />
    </Welcome>
  );
}

function AcceptForm({ token, invitation }: { readonly token: string; readonly invitation: InvitationResult }) {
  const navigate = useNavigate();
  const accept = useMutation({
    mutationFn: async (form: FormData) =>
      await client.auth.acceptInvitation({
        token,
        name: textOf(form, "name"),
        password: passwordOf(form, "password"),
      }),
    onSuccess: () => navigate({ ...pageAt("/sign-in", { done: "invitation" }), hash: "", replace: true }),
  });
  return (
    <form onSubmit={submitted(accept.mutate)} className="flex flex-col gap-4">
      <p className="text-sm text-muted">
        As {toWords(invitation.role).toLowerCase()}, with {invitation.email}. The invitation expires{" "}
        {formatRelative(invitation.expiresAt)}.
      </p>
      <input type="hidden" name="username" autoComplete="username" value={invitation.email} readOnly />
      <TextField
        label="Your name"
        name="name"
        autoComplete="name"
        required
        autoFocus
        fault={faultAt(accept.error, "/name")}
      />
      <TextField
        label="Password"
        name="password"
        type="password"
        autoComplete="new-password"
        minLength={12}
        maxLength={256}
        required
        hint="At least 12 characters. If you already have an account here, enter its password."
        fault={faultAt(accept.error, "/password")}
      />
      <FailureLine error={accept.error} />
      <Button type="submit" kind="primary" busy={accept.isPending}>
        Join
      </Button>
    </form>
  );
}
