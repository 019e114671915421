import { checkSecrets } from "@counterfoil/service";
import { CommandError } from "../command.ts";
import type { DoctorCheck } from "./doctor-check.ts";

/** What is sealed, against the keys that this process has. What does not open cannot be repaired, and ends the command. */
export const secretsCheck: DoctorCheck = {
  async run(context, options) {
    const { secrets, underOlderKey, unreadable } = await checkSecrets(context, options);
    if (unreadable.length > 0) throw new CommandError(unreadable.join("\n"));
    return { said: `${secrets} secrets, ${underOlderKey.length} under an older key`, differences: underOlderKey };
  },
  sound: "Every secret opens, under the newest key.",
  differ: (count) => `${count} secrets are sealed under an older key. --repair seals them under the newest.`,
  repaired: (count) => `${count} secrets were sealed under an older key and are under the newest now.`,
};
