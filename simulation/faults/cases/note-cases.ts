import type { FaultCase } from "../fault-case.ts";

/** Notes, tags and metadata of accounts. */
export const noteCases: readonly FaultCase[] = [
  {
    useCase: "createNote",
    title: "a note that mentions a member",
    async arrange(world) {
      const personId = await world.join("mentioned", "viewer");
      return () => world.send("POST", `/accounts/${world.accountId}/notes`, { text: `Ask @${personId}` });
    },
  },
  {
    useCase: "updateNote",
    title: "a note that mentions another member",
    async arrange(world) {
      const personId = await world.join("mentioned", "viewer");
      const note = await world.api.post(`/accounts/${world.accountId}/notes`, { text: "Ask finance" });
      const path = `/accounts/${world.accountId}/notes/${note.id}`;
      return () => world.send("PATCH", path, { text: `Ask @${personId}` });
    },
  },
  {
    useCase: "deleteNote",
    title: "a note that is deleted",
    async arrange(world) {
      const note = await world.api.post(`/accounts/${world.accountId}/notes`, { text: "Wrong account" });
      return () => world.send("DELETE", `/accounts/${world.accountId}/notes/${note.id}`);
    },
  },
  {
    useCase: "setTagsOf",
    title: "the tags of an account are replaced",
    async arrange(world) {
      await world.api.post(`/accounts/${world.accountId}/tags`, { add: ["Pilot", "EU"] });
      return () => world.send("PUT", `/accounts/${world.accountId}/tags`, { tags: ["VIP", "EU"] });
    },
  },
  {
    useCase: "changeTagsOf",
    title: "a tag is added and another removed",
    async arrange(world) {
      await world.api.post(`/accounts/${world.accountId}/tags`, { add: ["Pilot"] });
      return () => world.send("POST", `/accounts/${world.accountId}/tags`, { add: ["VIP"], remove: ["Pilot"] });
    },
  },
  {
    useCase: "updateMetadataOf",
    title: "metadata is changed and removed",
    async arrange(world) {
      const path = `/accounts/${world.accountId}/metadata`;
      await world.api.patch(path, { metadata: { crm: "1", old: "x" } });
      return () => world.send("PATCH", path, { metadata: { crm: "2", old: null, region: "EU" } });
    },
  },
];
