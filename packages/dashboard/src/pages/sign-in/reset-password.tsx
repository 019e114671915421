import { pageAt } from "../../routing/page-at.ts";
import { useMutation } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { client } from "../../server/client.ts";
import { Button, buttonClasses } from "../../design/button.tsx";
import { TextField } from "../../design/field.tsx";
import { passwordOf, submitted } from "../../design/form.ts";
import { FailureLine, faultAt } from "../../design/states.tsx";
import { useToken } from "./use-token.ts";
import { Welcome } from "./welcome.tsx";

/** The page of a reset letter's link: `/reset-password#token`. */
export function ResetPassword() {
  const token = useToken();
  const navigate = useNavigate();
  const reset = useMutation({
    mutationFn: async (form: FormData) =>
      await client.auth.resetPassword({ token, newPassword: passwordOf(form, "password") }),
    onSuccess: () => navigate({ ...pageAt("/sign-in", { done: "password" }), hash: "", replace: true }),
  });
  if (token === "") {
    return (
      <Welcome title="This link is incomplete">
        <p className="mb-4 text-sm text-muted">Open the link directly from the email, or request a new one.</p>
        <Link to="/forgot-password" className={buttonClasses("primary")}>
          Request new link
        </Link>
      </Welcome>
    );
  }
  return (
    <Welcome title="Choose a new password">
      <form onSubmit={submitted(reset.mutate)} className="flex flex-col gap-4">
        <TextField
          label="New password"
          name="password"
          type="password"
          autoComplete="new-password"
          minLength={12}
          maxLength={256}
          required
          autoFocus
          hint="At least 12 characters. This ends all of your sessions."
          fault={faultAt(reset.error, "/newPassword")}
        />
        <FailureLine error={reset.error} />
        <Button type="submit" kind="primary" busy={reset.isPending}>
          Set password
        </Button>
        {reset.error !== null && (
          <Link to="/forgot-password" className="self-center rounded-sm py-1 text-sm text-accent hover:underline">
            Request new link
          </Link>
        )}
      </form>
    </Welcome>
  );
}
