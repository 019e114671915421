const MOST_LOCAL = 64;
const MOST_DOMAIN = 253;
/** Words of any script, joined by single dots. Nothing in them could be read as a second address or another header. */
const LOCAL = /^[^\s@,;:<>()[\]\\"\p{Cc}.]+(?:\.[^\s@,;:<>()[\]\\"\p{Cc}.]+)*$/u;
const LABEL = /^[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u;

/** Whether a text is one email address with a full domain, such as `ada@example.com`. */
export function isEmailAddress(text: string): boolean {
  const at = text.lastIndexOf("@");
  const [local, domain] = [text.slice(0, at), text.slice(at + 1)];
  const labels = domain.split(".");
  return (
    at > 0 &&
    local.length <= MOST_LOCAL &&
    LOCAL.test(local) &&
    domain.length <= MOST_DOMAIN &&
    labels.length > 1 &&
    labels.every((label) => LABEL.test(label)) &&
    /\p{L}/u.test(labels.at(-1) ?? "")
  );
}
