import { Anchor, Badge, Button, Group, Stack, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import type { Application } from '#model/application.ts';
import { findSimilar } from '#model/confusable.ts';
import type { Email } from '#model/email.ts';
import { accountMessages } from '#model/text/accountMessages.ts';
import layout from '../../ui/layout.module.css';
import { AddressBadges } from './AddressBadges.tsx';
import { CollectionState } from './CollectionState.tsx';
import { Section } from './Section.tsx';
import type { Collection } from './useCollection.ts';

type Props = {
  applications: Collection<Application>;
  /** Addresses of the users: an application that resembles one of them is marked. */
  known: readonly Email[];
  busy: ReadonlySet<Email>;
  onApprove: (application: Application) => void;
  onReject: (application: Application) => void;
};

/** Height of the one line shown when there is no application, which is the usual case. */
const ONE_LINE = 'calc(var(--mantine-font-size-sm) * var(--mantine-line-height-sm))';

/** Who asks for access. */
export function PendingApplications({ applications, known, busy, onApprove, onReject }: Props) {
  const count = applications.kind === 'ready' ? applications.documents.length : 0;
  return (
    <Section
      title="Pending Applications"
      count={count > 0 ? accountMessages.waiting(count) : undefined}
      isWaiting
      flex="1 1 19.5rem"
    >
      <CollectionState collection={applications} name="The applications" expectedHeight={ONE_LINE}>
        {(pending) =>
          pending.length === 0 ? (
            <Text c="dimmed">{accountMessages.noApplications}</Text>
          ) : (
            <ul>
              {pending.map((application) => (
                <ApplicationItem
                  key={application.email}
                  application={application}
                  similar={findSimilar(application.email, [...known, ...pending.map(({ email }) => email)])}
                  isBusy={busy.has(application.email)}
                  onApprove={onApprove}
                  onReject={onReject}
                />
              ))}
            </ul>
          )
        }
      </CollectionState>
      {/* At the end of the card, whatever it holds. */}
      <Anchor component={Link} to="/history?log=access" mt="auto" pt="sm" w="fit-content">
        Access history
      </Anchor>
    </Section>
  );
}

type ItemProps = Pick<Props, 'onApprove' | 'onReject'> & {
  application: Application;
  similar: Email | undefined;
  isBusy: boolean;
};

function ApplicationItem({ application, similar, isBusy, onApprove, onReject }: ItemProps) {
  const { email, name, emailVerified } = application;
  return (
    <Stack component="li" gap={2} py="xs" className={`${layout['item']} ${layout['dense']}`}>
      <span>
        <b>{email}</b> {!emailVerified && <Badge color="yellow">email not verified</Badge>}{' '}
        <AddressBadges email={email} similar={similar} />
      </span>
      <span className={layout['note']}>{name}</span>
      <Group gap="xs" wrap="nowrap">
        <Button
          size="compact-xs"
          variant="light"
          disabled={isBusy}
          onClick={() => onApprove(application)}
          aria-label={`Approve ${email}`}
        >
          Approve
        </Button>
        <Button
          size="compact-xs"
          variant="subtle"
          disabled={isBusy}
          onClick={() => onReject(application)}
          aria-label={`Reject ${email}`}
        >
          Reject
        </Button>
      </Group>
    </Stack>
  );
}
