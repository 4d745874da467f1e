import { PasswordInput, type PasswordInputProps } from '@mantine/core';

/** Mantine's password input, which leaves two things out: it tells of an error, and the keyboard reaches its eye. */
export function PasswordField(props: PasswordInputProps) {
  return <PasswordInput visibilityToggleFocusable aria-invalid={props.error ? true : undefined} {...props} />;
}
