import { readAgain } from "../../server/stale.ts";
import type { PersonRole, Person } from "@counterfoil/sdk";
import { useMutation } from "@tanstack/react-query";
import { client } from "../../server/client.ts";
import { useMe } from "../../server/session.ts";
import { BareSelect } from "../../design/field.tsx";
import { toast, toastFailure } from "../../design/toast.ts";
import { toWords } from "../../format/words.ts";
import { ROLES } from "./roles.ts";

/** A person's role, which applies from their next request. Only owners can make a person an owner or end that. */
export function RoleChoice({ person: { id, name, role } }: { readonly person: Person }) {
  const isOwner = useMe().organization?.role === "owner";
  const change = useMutation({
    mutationFn: (next: PersonRole) => client.people.changeRole(id, { role: next }),
    onSuccess: async ({ role: now }) => {
      toast({ text: `Role of ${name} changed to ${toWords(now).toLowerCase()}`, undo: () => change.mutate(role) });
      await readAgain("people");
    },
    onError: toastFailure,
  });
  if (role === "owner" && !isOwner) return <>{toWords(role)}</>;
  return (
    <BareSelect
      label={`Role of ${name}`}
      value={change.isPending ? change.variables : role}
      disabled={change.isPending}
      onChange={({ target }) => {
        const next = ROLES.find(([one]) => one === target.value)?.[0];
        if (next !== undefined) change.mutate(next);
      }}
      className="!h-8"
    >
      {ROLES.filter(([one]) => one !== "owner" || isOwner).map(([one, text, may]) => (
        <option key={one} value={one} title={may}>
          {text}
        </option>
      ))}
    </BareSelect>
  );
}
