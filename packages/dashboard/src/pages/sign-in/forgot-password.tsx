import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { client } from "../../server/client.ts";
import { Button } from "../../design/button.tsx";
import { TextField } from "../../design/field.tsx";
import { submitted, textOf } from "../../design/form.ts";
import { FailureLine } from "../../design/states.tsx";
import { LockedOut, useLock } from "./lock.tsx";
import { Welcome } from "./welcome.tsx";

/** Requests a reset letter. The answer is the same whether or not a person has this email address. */
export function ForgotPassword() {
  const ask = useMutation({
    mutationFn: async (form: FormData) => await client.auth.askForPasswordReset({ email: textOf(form, "email") }),
  });
  const lock = useLock(ask.error);
  return (
    <Welcome title={ask.isSuccess ? "Check your email" : "Reset your password"}>
      {ask.isSuccess ? (
        <p className="text-sm text-muted">
          If an account uses this address, Counterfoil sends an email with a reset link. The link works once and expires
          in 1 hour. If you don't receive it, ask your server administrator to set a password.
        </p>
      ) : (
        <form onSubmit={submitted(ask.mutate)} className="flex flex-col gap-4">
          <TextField
            label="Email"
            name="email"
            type="email"
            autoComplete="username"
            hint="We'll email you a reset link."
            required
            autoFocus
          />
          {lock === null ? <FailureLine error={ask.error} /> : <LockedOut seconds={lock} />}
          <Button type="submit" kind="primary" busy={ask.isPending} disabled={lock !== null}>
            Send reset link
          </Button>
        </form>
      )}
      <div className="mt-4 text-center">
        <Link to="/sign-in" className="rounded-sm py-1 text-sm text-accent hover:underline">
          Back to sign-in
        </Link>
      </div>
    </Welcome>
  );
}
