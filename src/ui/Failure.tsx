import { Alert } from '@mantine/core';

type Props = { text: string | null };

/** Why the last attempt failed, announced to screen readers; in place, so that it is seen inside of a dialog too. */
export function Failure({ text }: Props) {
  return (
    <div role="alert">
      {text !== null && (
        <Alert color="red" role="presentation">
          {text}
        </Alert>
      )}
    </div>
  );
}
