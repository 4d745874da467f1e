import { Alert } from '@mantine/core';

type Props = { text: string | null };

/** Why a dialog could not do what it was asked: said inside it, since all else is out of reach meanwhile. */
export function ModalFailure({ text }: Props) {
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
