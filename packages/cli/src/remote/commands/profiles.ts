import type { Command } from "../../command.ts";
import { outputStyle, printJson, shownKey } from "../print.ts";
import { chooseProfile, readProfiles } from "../profiles.ts";

export const profilesCommand: Command = {
  description: "Lists the servers that you logged in to. With NAME, commands use this profile from now on.",
  example: "profiles staging",
  operand: "NAME",
  options: {
    json: { type: "boolean", help: "Print {current, profiles: [{name, url, organizationId, …}]}, without keys" },
  },
  async run(invocation) {
    if (invocation.operand !== undefined) await chooseProfile(process.env, invocation.operand);
    const { current, profiles } = await readProfiles(process.env);
    const listed = Object.entries(profiles).map(([name, profile]) => ({ name, profile }));
    if (invocation.flag("json")) {
      const shown = listed.map(({ name, profile: { apiKey, isSandbox, ...rest } }) => {
        return { name, ...rest, sandbox: isSandbox, key: shownKey(apiKey) };
      });
      printJson({ current, profiles: shown }, true);
      return 0;
    }
    if (listed.length === 0) console.log('No profiles. Run "login" to create one.');
    const style = outputStyle();
    const width = Math.max(0, ...listed.map(({ name }) => name.length));
    for (const { name, profile } of listed) {
      const mark = name === current ? style.green("●") : " ";
      const organization = `${profile.organizationName ?? "unknown organization"}${profile.isSandbox ? " (sandbox)" : ""}`;
      console.log(`${mark} ${name.padEnd(width)}  ${organization}  ${style.dim(profile.url)}`);
    }
    return 0;
  },
};
