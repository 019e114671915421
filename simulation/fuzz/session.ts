import { PASSWORD } from "@counterfoil/testkit/environment";
import type { FuzzedPlatform } from "./fuzz-platform.ts";

/** A signed-in person, who signs in again when the session ended. */
export interface Session {
  /** Headers of a browser on our own pages. */
  headers(): Promise<Readonly<Record<string, string>>>;
  end(): void;
  /** Retries a refused sign-in, because random requests look like guessing. */
  renew(): void;
}

export async function openSession({ environment }: FuzzedPlatform, organizationId: string): Promise<Session> {
  const { url } = environment;
  let people = 0;
  let isRefused = false;
  let cookie: Promise<string> | undefined;

  /** A different person each time, because one may leave or set up a second factor. */
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
