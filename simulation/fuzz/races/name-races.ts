import { PASSWORD } from "@counterfoil/testkit/environment";
import pg from "pg";
import { post, type Race, times, type Track } from "./race.ts";

async function rowsOf(
  { platform }: Track,
  text: string,
  values: readonly unknown[],
): Promise<Record<string, unknown>[]> {
  const owner = new pg.Client({ connectionString: platform.environment.database.ownerUrl });
  await owner.connect();
  try {
    return (await owner.query<Record<string, unknown>>(text, [...values])).rows;
  } finally {
    await owner.end();
  }
}

const once = (key: string) => ({ headers: { "Idempotency-Key": key } });

/** Names of which only one may exist. */
export const nameRaces: readonly Race[] = [
  {
    title: "accounts with the same alias",
    arrange: () =>
      Promise.resolve({
        requests: times(6, post("/accounts", { name: "Beta", aliases: ["crm-9", "erp-9"] })),
        successes: 1,
      }),
  },
  {
    title: "two accounts that take the same aliases crosswise",
    async arrange({ api, accountId }) {
      const other = await api.post("/accounts", { name: "Beta" });
      const take = (id: string, aliases: string[]) => ({ method: "PATCH", path: `/accounts/${id}`, body: { aliases } });
      const both = [take(accountId, ["x-1", "x-2"]), take(other.id, ["x-2", "x-1"])];
      // The first one keeps the name, in each round.
      return { requests: [...both, ...both, ...both], successes: 3 };
    },
  },
  {
    title: "requests under one Idempotency-Key",
    arrange({ api }) {
      const request = { ...post("/accounts", { name: "Gamma", aliases: ["gamma"] }), ...once("same") };
      return Promise.resolve({
        requests: times(6, request),
        successes: [1, 6],
        async check(answers) {
          const done = new Set(answers.filter(({ status }) => status === 201).map(({ body }) => body.id));
          const { data } = await api.get<{ data: { name: string }[] }>("/accounts?limit=100");
          const made = data.filter(({ name }) => name === "Gamma").length;
          return done.size === 1 && made === 1 ? [] : [`${done.size} accounts were answered and ${made} made`];
        },
      });
    },
  },
  {
    title: "different requests under one Idempotency-Key",
    arrange: () =>
      Promise.resolve({
        requests: [1, 2, 3, 4, 5].map((n) => ({ ...post("/accounts", { name: `Delta ${n}` }), ...once("differs") })),
        successes: 1,
      }),
  },
  {
    title: "invitations of the same person",
    arrange(track) {
      const email = `ada-${track.id}@race.example`;
      return Promise.resolve({
        requests: times(6, post("/invitations", { email, role: "viewer" })),
        successes: 6,
        async check() {
          const { items } = await track.api.get<{ items: { status: string }[] }>("/invitations?limit=100");
          const open = items.filter(({ status }) => status === "open").length;
          const letters = await rowsOf(track, "select id from identity.letter where recipient = $1", [email]);
          if (open === 1 && letters.length === items.length) return [];
          return [`${open} invitations are open, with ${letters.length} letters of ${items.length}`];
        },
      });
    },
  },
  {
    title: "one invitation that is accepted, revoked and made anew",
    async arrange(track) {
      const email = `bob-${track.id}@race.example`;
      const { id } = await track.api.post("/invitations", { email, role: "viewer" });
      const token = await track.platform.environment.tokenInLetterTo(email);
      const accept = { token, name: "Bob", password: PASSWORD };
      return {
        requests: [
          ...times(4, { ...post("/auth/invitation/accept", accept), isPublic: true }),
          { method: "DELETE", path: `/invitations/${id}` },
          post("/invitations", { email, role: "finance" }),
        ],
        async check() {
          const { items } = await track.api.get<{ items: { email: string }[] }>("/people?limit=100");
          const members = items.filter((one) => one.email === email).length;
          return members <= 1 ? [] : [`${members} members came of one invitation`];
        },
      };
    },
  },
  {
    title: "features with the same key",
    arrange: () =>
      Promise.resolve({
        requests: times(5, post("/features", { key: "seats", name: "Seats", type: "boolean" })),
        successes: 1,
      }),
  },
  {
    title: "changes of what was read at the same time",
    async arrange({ api, accountId }) {
      const { headers } = await api.request("GET", `/accounts/${accountId}`);
      const tag = headers.get("ETag") ?? "";
      const change = (n: number) => ({
        method: "PATCH",
        path: `/accounts/${accountId}`,
        body: { name: `Acme ${n}` },
        headers: { "If-Match": tag },
      });
      return { requests: [1, 2, 3, 4, 5].map(change), successes: 1 };
    },
  },
  {
    title: "one account that is erased and changed",
    async arrange({ api, accountId }) {
      await api.patch(`/accounts/${accountId}`, { contacts: [{ email: "ada@acme.example", isPrimary: true }] });
      const contacts = [{ email: "bob@acme.example", isPrimary: true }];
      const change = { method: "PATCH", path: `/accounts/${accountId}`, body: { contacts, aliases: ["crm-1"] } };
      return { requests: [...times(2, post(`/accounts/${accountId}/erase`)), ...times(4, change)] };
    },
  },
  {
    title: "settings, secrets, templates and drafts of versions",
    async arrange(track) {
      const { api, id } = track;
      const endpoint = await api.post("/webhook-endpoints", { url: "https://example.com/hook" });
      const person = await track.platform.environment.addPerson(id, `cleo-${id}@race.example`, "admin");
      const zone = (timezone: string) => ({ method: "PATCH", path: "/organization", body: { timezone } });
      const role = (name: string) => ({ method: "PATCH", path: `/people/${person}`, body: { role: name } });
      return {
        requests: [
          ...times(3, post(`/webhook-endpoints/${endpoint.id}/rotate-secret`)),
          { method: "DELETE", path: `/webhook-endpoints/${endpoint.id}` },
          zone("Asia/Tokyo"),
          zone("America/New_York"),
          role("viewer"),
          role("finance"),
          { method: "DELETE", path: `/people/${person}` },
          ...times(2, post("/api-keys", { name: "CI", scopes: ["read"] })),
        ],
      };
    },
  },
];
