const LONGEST_NAME = 255;

/** The JSON pointer to a member, however long or broken its name is. */
export function memberPointer(member: string): string {
  return `/${member.slice(0, LONGEST_NAME).toWellFormed().replaceAll("~", "~0").replaceAll("/", "~1")}`;
}
