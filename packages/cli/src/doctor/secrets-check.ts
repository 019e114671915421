import { checkSecrets } from "@counterfoil/service";
import { CommandError } from "../command.ts";
import type { DoctorCheck } from "./doctor-check.ts";

/** Checks that every secret decrypts. A secret that does not decrypt cannot be repaired and ends the command. */
export const secretsCheck: DoctorCheck = {
  async run(context, options) {
    const { secrets, underOlderKey, unreadable } = await checkSecrets(context, options);
    if (unreadable.length > 0) throw new CommandError(unreadable.join("\n"));
    return { said: `${secrets} secrets, ${underOlderKey.length} under an older key`, differences: underOlderKey };
  },
  sound: "Every secret decrypts and uses the newest key.",
  differ: (count) => `${count} secrets are encrypted with an older key. Use --repair to encrypt them with the newest.`,
  repaired: (count) => `${count} secrets used an older key and are now encrypted with the newest.`,
};
