import { addPerson, eraseMember, leaveOrganization } from "@counterfoil/service";
import { PASSWORD } from "@counterfoil/testkit/environment";
import type { FaultCase } from "../fault-case.ts";
import type { World } from "../fault-platform.ts";

async function invited(world: World, name: string): Promise<string> {
  await world.api.post("/invitations", { email: world.address(name), role: "finance" });
  return world.letterTo(name);
}

/** Accepts until it succeeds: a response that it was accepted already is success too. */
async function accept(world: World, token: string): Promise<number> {
  const body = { token, name: "Ada", password: PASSWORD };
  await world.forgetGuesses();
  const status = await world.send("POST", "/auth/invitation/accept", body);
  const GONE = 410;
  return status === GONE ? 200 : status;
}

export const peopleCases: readonly FaultCase[] = [
  {
    useCase: "invite",
    title: "an invitation with its letter",
    arrange: (world) =>
      Promise.resolve(() => world.send("POST", "/invitations", { email: world.address("ada"), role: "finance" })),
  },
  {
    useCase: "invite",
    title: "an invitation that takes the place of another",
    async arrange(world) {
      await invited(world, "ada");
      return () => world.send("POST", "/invitations", { email: world.address("ada"), role: "viewer" });
    },
  },
  {
    useCase: "renewInvitation",
    title: "an invitation that gets another link",
    async arrange(world) {
      const { id } = await world.api.post("/invitations", { email: world.address("ada"), role: "finance" });
      return () => world.send("POST", `/invitations/${id}/renew`);
    },
  },
  {
    useCase: "revokeInvitation",
    title: "an invitation that is taken back",
    async arrange(world) {
      const { id } = await world.api.post("/invitations", { email: world.address("ada"), role: "finance" });
      return () => world.send("DELETE", `/invitations/${id}`);
    },
  },
  {
    useCase: "acceptInvitation",
    title: "an invitation that somebody new accepts",
    isInSteps: true,
    async arrange(world) {
      const token = await invited(world, "ada");
      return () => accept(world, token);
    },
  },
  {
    useCase: "acceptInvitation",
    title: "an invitation that somebody accepts who signs in already",
    isInSteps: true,
    async arrange(world) {
      const id = await world.join("ada", "viewer");
      await world.api.delete(`/people/${id}`);
      const token = await invited(world, "ada");
      return () => accept(world, token);
    },
  },
  {
    useCase: "addPerson",
    title: "a member whom the operator adds",
    isInSteps: true,
    arrange(world) {
      const person = { email: world.address("ada"), name: "Ada", password: PASSWORD, role: "owner" } as const;
      return Promise.resolve(() => addPerson(world.context, world.identity.identity, person));
    },
  },
  {
    useCase: "changeRole",
    title: "another role, which ends a key",
    async arrange(world) {
      const id = await world.join("ada", "admin");
      await world.keyOf(id);
      return () => world.send("PATCH", `/people/${id}`, { role: "viewer" });
    },
  },
  {
    useCase: "removePerson",
    title: "a member who is removed, with a key",
    async arrange(world) {
      const id = await world.join("ada", "admin");
      await world.keyOf(id);
      return () => world.send("DELETE", `/people/${id}`);
    },
  },
  {
    useCase: "leaveOrganization",
    title: "a member who leaves",
    async arrange(world) {
      await world.join("ada", "owner");
      const id = await world.join("bob", "owner");
      const context = { ...world.context, actor: { type: "person", id } as const };
      let isGone = false;
      return async () => {
        // A person whose leave got no response then gets the response of a non-member.
        if (!isGone) isGone = (await world.isMember(id)) === false;
        if (!isGone) await leaveOrganization(context);
      };
    },
  },
  {
    useCase: "eraseMember",
    title: "a member who is erased",
    isInSteps: true,
    async arrange(world) {
      const owner = await world.join("ada", "owner");
      const id = await world.join("bob", "viewer");
      const context = { ...world.context, actor: { type: "person", id: owner } as const };
      return async () => {
        if (await world.isMember(id)) await eraseMember(context, world.identity, id);
      };
    },
  },
  {
    useCase: "createApiKey",
    title: "a key of which the owners are told",
    async arrange(world) {
      await world.join("ada", "owner");
      await world.join("bob", "owner");
      return () => world.send("POST", "/api-keys", { name: "CI", scopes: ["read"] });
    },
  },
  {
    useCase: "revokeApiKey",
    title: "a key that is revoked",
    async arrange(world) {
      const { id } = await world.api.post("/api-keys", { name: "CI", scopes: ["read"] });
      return () => world.send("DELETE", `/api-keys/${id}`);
    },
  },
];
