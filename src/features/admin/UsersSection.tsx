import { Button, Group } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { AdminData } from '#contract/ledger.ts';
import { findConfusables } from '#model/confusable.ts';
import type { Email } from '#model/email.ts';
import { accountMessages } from '#model/text/accountMessages.ts';
import { counted, grouped } from '#model/text/figures.ts';
import type { UserRecord } from '#model/user.ts';
import { Empty } from '../../ui/Empty.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { CollectionState } from './CollectionState.tsx';
import { Section } from './Section.tsx';
import type { UserRowActions } from './UserRow.tsx';
import { UsersTable } from './UsersTable.tsx';
import type { Collection } from './useCollection.ts';

type Props = UserRowActions & {
  ownEmail: Email;
  users: Collection<UserRecord>;
  /** Addresses of all users: those that look like another are marked. */
  known: readonly Email[];
  adminData: AdminData;
  busy: ReadonlySet<Email>;
  onAdd: () => void;
};

/** All users, or those that are searched for. */
export function UsersSection({ users, known, onAdd, ...table }: Props) {
  const confusables = useMemo(() => findConfusables(known), [known]);
  const [search, setSearch] = useState('');
  const all = users.kind === 'ready' ? users.documents : [];
  const found = search.trim() === '' ? all : all.filter((user) => matches(user, search));
  return (
    <Section
      title="All Users"
      count={users.kind === 'ready' ? countText(found.length, all.length, users.isComplete) : ''}
      tools={
        <Group gap="xs" wrap="nowrap" maw="100%">
          <SearchField
            w="13rem"
            miw={0}
            label="Search by email or name"
            shortcut="Search users"
            value={search}
            onText={setSearch}
          />
          <Button variant="filled" flex="none" onClick={onAdd}>
            + Add User
          </Button>
        </Group>
      }
    >
      <CollectionState collection={users} name="The users">
        {() =>
          found.length > 0 ? (
            <UsersTable users={found} confusables={confusables} search={search} {...table} />
          ) : (
            <Empty>{accountMessages.noUsersFound}</Empty>
          )
        }
      </CollectionState>
    </Section>
  );
}

function matches({ email, name }: UserRecord, search: string): boolean {
  const wanted = search.trim().toLowerCase();
  return email.includes(wanted) || name.toLowerCase().includes(wanted);
}

function countText(found: number, all: number, isComplete: boolean): string {
  const soFar = isComplete ? '' : accountMessages.usersLoading;
  const users = `${counted(all, 'user')}${soFar}`;
  return found === all ? users : `${grouped(found)} of ${users}`;
}
