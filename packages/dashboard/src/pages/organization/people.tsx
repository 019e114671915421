import type { ListPeopleQuery, Person } from "@counterfoil/sdk";
import { UserPlus } from "lucide-react";
import { useState } from "react";
import { useAddress } from "../../routing/address.ts";
import { useMe } from "../../server/session.ts";
import { Badge } from "../../design/badge.tsx";
import { Button } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { Page } from "../../design/page.tsx";
import { Empty } from "../../design/states.tsx";
import { Day } from "../../design/when.tsx";
import type { Column } from "../../list/column.ts";
import { ExportButton } from "../../list/export-button.tsx";
import { Choice, FilterBar, SearchBox } from "../../list/filter-bar.tsx";
import { Table } from "../../list/table.tsx";
import { usePages } from "../../list/use-pages.ts";
import { Invitations } from "./invitations.tsx";
import { InviteDialog } from "./invite-dialog.tsx";
import { RemovePersonDialog } from "./remove-person-dialog.tsx";
import { RoleChoice } from "./role-choice.tsx";
import { ROLES } from "./roles.ts";
import { dayText } from "../../list/file-fields.ts";

/** The people of the organization, their roles, and the invitations. */
export function People() {
  const [search, change] = useAddress("/people");
  const [removing, setRemoving] = useState<Person | null>(null);
  const me = useMe();
  const query = toQuery(search);
  const rows = usePages({
    list: (api, where) => api.people.list({ ...query, ...where }),
    items: ({ items }) => items,
  });
  const columns: readonly Column<Person>[] = [
    {
      name: "Name",
      cell: ({ id, name }) => (
        <span className="font-medium">
          {name} {id === me.id && <Badge>You</Badge>}
        </span>
      ),
      text: ({ name }) => name,
      sort: "name",
    },
    { name: "Email", cell: ({ email }) => email, text: ({ email }) => email, sort: "email", from: "sm" },
    {
      name: "Role",
      cell: (person) => <RoleChoice person={person} />,
      text: ({ role }) => role,
      width: "10rem",
      sort: "role",
    },
    {
      name: "Two-factor",
      cell: ({ twoFactorEnabled }) =>
        twoFactorEnabled ? <Badge tone="good">On</Badge> : <Badge tone="warn">Off</Badge>,
      text: ({ twoFactorEnabled }) => String(twoFactorEnabled),
      width: "8rem",
      from: "md",
    },
    {
      name: "Joined",
      cell: ({ createdAt }) => <Day instant={createdAt} />,
      text: dayText(({ createdAt }) => createdAt),
      width: "8rem",
      sort: "createdAt",
      from: "lg",
    },
    {
      name: "",
      cell: (person) => (
        <Button
          kind="quiet"
          className="!h-8"
          aria-label={person.id === me.id ? "Leave organization" : `Remove ${person.name}`}
          onClick={() => setRemoving(person)}
        >
          {person.id === me.id ? "Leave" : "Remove"}
        </Button>
      ),
      align: "right",
      width: "7rem",
    },
  ];
  return (
    <Page
      title="People"
      note="People who can sign in to this organization. Their role determines what they can do."
      actions={
        <Button
          kind="primary"
          icon={<UserPlus aria-hidden className="size-4" />}
          onClick={() => change({ do: "invite" })}
        >
          Invite a person
        </Button>
      }
    >
      <Card flush className="mb-4">
        <FilterBar actions={<ExportButton name="people" rows={rows} columns={columns} />}>
          <SearchBox label="Search by name" />
          <Choice label="Role" name="role" all="All roles" options={ROLES.map(([role, name]) => [role, name])} />
        </FilterBar>
        <Table
          label="People"
          rows={rows}
          columns={columns}
          rowKey={({ id }) => id}
          likely={2}
          empty={<Empty title="No results">Clear some filters.</Empty>}
        />
      </Card>
      {/* Hidden until the number of people is known, so that it does not move. */}
      <div className={rows.isPending ? "invisible" : undefined}>
        <Invitations />
      </div>
      {search.do === "invite" && <InviteDialog onClose={() => change({ do: undefined })} />}
      {removing !== null && <RemovePersonDialog person={removing} onClose={() => setRemoving(null)} />}
    </Page>
  );
}

function toQuery({ q, role, sort = "name:asc" }: Readonly<Record<string, string | undefined>>): ListPeopleQuery {
  const filters: NonNullable<ListPeopleQuery["filters"]>[number][] = [];
  if (q !== undefined) filters.push({ field: "name", operator: "contains", value: q });
  if (role !== undefined) filters.push({ field: "role", value: role });
  return { filters, sort: sort as NonNullable<ListPeopleQuery["sort"]> };
}
