import { Badge } from '@mantine/core';
import { foreignCharacters } from '#model/confusable.ts';
import type { Email } from '#model/email.ts';

type Props = {
  email: Email;
  /** Another known address that this one may be mistaken for. */
  similar: Email | undefined;
};

/** Warns of an address that may not be what it looks like. */
export function AddressBadges({ email, similar }: Props) {
  const foreign = foreignCharacters(email);
  return (
    <>
      {similar !== undefined && <Mark>{`looks like ${similar}`}</Mark>}
      {foreign.length > 0 && <Mark>{`unusual: ${foreign.join(', ')}`}</Mark>}
    </>
  );
}

function Mark({ children }: { children: string }) {
  return (
    <Badge color="yellow" title={children}>
      {children}
    </Badge>
  );
}
