import { PasswordInput, type PasswordInputProps } from '@mantine/core';

/** Mantine's password input with two additions: errors are announced, and the show button is reachable by keyboard. */
export function PasswordField(props: PasswordInputProps) {
  return <PasswordInput visibilityToggleFocusable aria-invalid={props.error ? true : undefined} {...props} />;
}
