import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { visitorClient } from "../../server/client.ts";
import { Button } from "../../design/button.tsx";
import { TextField } from "../../design/field.tsx";
import { passwordOf, submitted, textOf } from "../../design/form.ts";
import { FailureLine } from "../../design/states.tsx";
import { LockedOut, useLock } from "./lock.tsx";

interface PasswordFormProps {
  /** The person who signs in again. They cannot change the address. */
  readonly email?: string;
  readonly onCodeNeeded: () => void;
  readonly onSignedIn: () => void;
}

/** The first step of signing in. */
export function PasswordForm({ email, onCodeNeeded, onSignedIn }: PasswordFormProps) {
  const signIn = useMutation({
    mutationFn: async (form: FormData) =>
      await visitorClient.auth.signIn(
        { email: textOf(form, "email"), password: passwordOf(form, "password") },
        // Does not retry, so that the user sees at once that no more attempts are allowed.
        { retries: 0 },
      ),
    onSuccess: ({ status }) => (status === "second_factor_required" ? onCodeNeeded() : onSignedIn()),
  });
  const lock = useLock(signIn.error);
  const isAgain = email !== undefined;
  return (
    <form onSubmit={submitted(signIn.mutate)} className="flex flex-col gap-4">
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        required
        {...(isAgain ? { defaultValue: email, readOnly: true } : { autoFocus: true })}
      />
      <TextField
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        required
        autoFocus={isAgain}
      />
      {lock === null ? <FailureLine error={signIn.error} /> : <LockedOut seconds={lock} />}
      <Button type="submit" kind="primary" busy={signIn.isPending} disabled={lock !== null}>
        Sign in
      </Button>
      <Link
        to="/forgot-password"
        // Opens next to the page, which keeps what is typed.
        target={isAgain ? "_blank" : undefined}
        className="self-center rounded-sm py-1 text-sm text-accent hover:underline"
      >
        Forgot password?
      </Link>
    </form>
  );
}
