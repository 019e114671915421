import { CommandError, type Command } from "../../command.ts";
import { printJson } from "../print.ts";
import { readProfiles, removeProfile } from "../profiles.ts";
import { profileOption } from "../remote-server.ts";

export const logout: Command = {
  description: [
    "Removes the key from this computer. The key itself stays valid: revoke it in the dashboard if others may know it.",
  ].join("\n"),
  example: "logout --profile staging",
  options: { ...profileOption, json: { type: "boolean", help: "Print {profile, current}" } },
  async run(invocation) {
    const { current } = await readProfiles(process.env);
    const name = invocation.text("profile") ?? current;
    if (name === null) throw new CommandError("You are not logged in: there is no profile to remove.");
    await removeProfile(process.env, name);
    const { current: next, profiles } = await readProfiles(process.env);
    if (invocation.flag("json")) printJson({ profile: name, current: next }, true);
    else {
      const others = Object.keys(profiles).join(", ");
      const remedy = next !== null || others === "" ? "" : ` Choose another one with "profiles NAME": ${others}.`;
      console.log(`Removed profile ${name}.${remedy}`);
    }
    return 0;
  },
};
