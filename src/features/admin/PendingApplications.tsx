import { Badge, Button, Group, Table, Text } from '@mantine/core';
import type { Application } from '../../model/application.ts';
import type { Email } from '../../model/email.ts';
import { CollectionState } from './CollectionState.tsx';
import styles from './PendingApplications.module.css';
import { Section } from './Section.tsx';
import type { Collection } from './useCollection.ts';

type Props = {
  applications: Collection<Application>;
  busy: ReadonlySet<Email>;
  onApprove: (application: Application) => void;
  onReject: (application: Application) => void;
};

/** Who asks for access. */
export function PendingApplications({ applications, busy, onApprove, onReject }: Props) {
  return (
    <Section title="Pending Applications">
      <CollectionState collection={applications} name="The applications">
        {(pending) =>
          pending.length === 0 ? (
            <Text size="sm" c="dimmed">
              No pending applications.
            </Text>
          ) : (
            <Table>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Email</Table.Th>
                  <Table.Th>Name</Table.Th>
                  <Table.Th>Actions</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {pending.map((application) => (
                  <ApplicationRow
                    key={application.email}
                    application={application}
                    isBusy={busy.has(application.email)}
                    onApprove={onApprove}
                    onReject={onReject}
                  />
                ))}
              </Table.Tbody>
            </Table>
          )
        }
      </CollectionState>
    </Section>
  );
}

type RowProps = Pick<Props, 'onApprove' | 'onReject'> & { application: Application; isBusy: boolean };

function ApplicationRow({ application, isBusy, onApprove, onReject }: RowProps) {
  const { email, name, emailVerified } = application;
  return (
    <Table.Tr>
      <Table.Td className={styles['wraps'] ?? ''}>
        {email}{' '}
        {!emailVerified && (
          <Badge
            color="yellow.4"
            autoContrast
            tt="none"
            h="auto"
            classNames={{ label: styles['badge'] ?? '' }}
          >
            e-mail not verified
          </Badge>
        )}
      </Table.Td>
      <Table.Td className={styles['wraps'] ?? ''}>{name}</Table.Td>
      <Table.Td>
        <Group gap="xs">
          <Button
            size="compact-sm"
            disabled={isBusy}
            onClick={() => onApprove(application)}
            aria-label={`Approve ${email}`}
          >
            Approve
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            disabled={isBusy}
            onClick={() => onReject(application)}
            aria-label={`Reject ${email}`}
          >
            Reject
          </Button>
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}
