import { PASSWORD } from "@counterfoil/testkit/environment";
import type { FuzzedPlatform } from "./fuzz-platform.ts";

/** Somebody who is signed in, and signs in again when the session ended. */
export interface Session {
  /** What a browser at our own pages sends along. */
  headers(): Promise<Readonly<Record<string, string>>>;
  end(): void;
  /** Tries again where signing in was refused, for what is guessed at random looks like guessing. */
  renew(): void;
}

export async function openSession({ environment }: FuzzedPlatform, organizationId: string): Promise<Session> {
  const { url } = environment;
  let people = 0;
  let isRefused = false;
  let cookie: Promise<string> | undefined;

  /** Each time somebody else: a person may leave, or set a second factor. */
  async function signIn(): Promise<string> {
    people += 1;
    const email = `fuzz${people}@example.com`;
    await environment.addPerson(organizationId, email, "owner");
    const answer = await fetch(`${url}/auth/sign-in`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Origin: url },
      body: JSON.stringify({ email, password: PASSWORD }),
    });
    isRefused = answer.status === 429;
    if (!answer.ok && !isRefused) throw new Error(`signing in was answered ${answer.status}: ${await answer.text()}`);
    return answer.headers
      .getSetCookie()
      .map((line) => line.split(";")[0] ?? "")
      .join("; ");
  }

  return {
    async headers() {
      cookie ??= signIn();
      return { Cookie: await cookie, Origin: url };
    },
    end() {
      if (!isRefused) cookie = undefined;
    },
    renew() {
      if (isRefused) cookie = undefined;
    },
  };
}
