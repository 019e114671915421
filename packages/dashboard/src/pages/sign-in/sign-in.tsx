import { useState } from "react";
import { useAddress } from "../../routing/address.ts";
import { CodeForm } from "./code-form.tsx";
import { PasswordForm } from "./password-form.tsx";
import { Welcome } from "./welcome.tsx";

/** The sign-in page: password, and the second factor if it is set up. */
export function SignIn() {
  const [needsCode, setNeedsCode] = useState(false);
  const [{ done, to }] = useAddress("/sign-in");
  // Opens the requested page, which must be a page of the dashboard.
  const enter = () => window.location.assign(to?.startsWith("/app/") === true ? to : "/app/");
  const notice = done === undefined ? undefined : DONE[done];
  return (
    <Welcome title={needsCode ? "Enter the code from your app" : "Sign in"}>
      {!needsCode && notice !== undefined && (
        <p role="status" className="mb-4 rounded-md bg-good-soft px-3 py-2 text-sm text-good">
          {notice}
        </p>
      )}
      {needsCode ? (
        <CodeForm onBack={() => setNeedsCode(false)} onSignedIn={enter} />
      ) : (
        <PasswordForm onCodeNeeded={() => setNeedsCode(true)} onSignedIn={enter} />
      )}
    </Welcome>
  );
}

/** The notice after returning from another page. */
const DONE: Record<string, string> = {
  password: "Password changed. Sign in with your new password.",
  invitation: "Welcome. Sign in with the password you chose.",
};
