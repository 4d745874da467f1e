import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { MAX_NAME_LENGTH } from '#model/limits.ts';
import { messages } from '#model/messages.ts';
import type { UserRecord } from '#model/user.ts';
import { type FieldErrors, isValid, validateNewUser } from '#model/validation.ts';
import type { AccessActions } from '../../services/accessActions.ts';
import { Failure } from '../../ui/Failure.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { useStatus } from '../../ui/status/useStatus.ts';
import type { Collection } from './useCollection.ts';
import { useFailure } from './useFailure.ts';

type Props = {
  opened: boolean;
  onClose: () => void;
  users: Collection<UserRecord>;
  addUser: AccessActions['addUser'];
};

/** Adds a user with a password of their own. */
export function AddUserModal({ opened, onClose, users, addUser }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title="Add New User">
      {/* Inside, so that the form is empty whenever the dialog opens. */}
      <AddUserForm onClose={onClose} users={users} addUser={addUser} />
    </Modal>
  );
}

const EMPTY = { email: '', name: '', password: '' };

function AddUserForm({ onClose, users, addUser }: Omit<Props, 'opened'>) {
  const status = useStatus();
  const [form, setForm] = useState(EMPTY);
  const [errors, setErrors] = useState<FieldErrors<keyof typeof EMPTY>>({});
  const failure = useFailure();
  const [isBusy, setBusy] = useState(false);
  const set = (field: keyof typeof EMPTY) => (text: string) => setForm({ ...form, [field]: text });

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const known = users.kind === 'ready' ? users.documents : [];
    const found = validateNewUser(form, (email) => known.some((user) => user.email === email));
    setErrors(found);
    failure.say(null);
    if (!isValid(found)) return;
    status.dismiss();
    setBusy(true);
    const outcome = await addUser(form, new Date());
    setBusy(false);
    if (outcome.kind === 'failed') {
      failure.say(messages.userCreateFailed(outcome.reason));
      return;
    }
    onClose();
    if (outcome.kind === 'done') status.show(messages.userCreated);
    else status.show(messages.existingAccountAllowed(form.email.trim()), { stays: true });
  };

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <TextInput
          label="Email"
          type="email"
          autoComplete="off"
          data-autofocus
          value={form.email}
          onChange={(event) => set('email')(event.currentTarget.value)}
          error={errors.email}
        />
        <TextInput
          label="Name"
          autoComplete="off"
          maxLength={MAX_NAME_LENGTH}
          value={form.name}
          onChange={(event) => set('name')(event.currentTarget.value)}
          error={errors.name}
        />
        <PasswordField
          label="Password"
          autoComplete="new-password"
          value={form.password}
          onChange={(event) => set('password')(event.currentTarget.value)}
          error={errors.password}
        />
        <Failure text={failure.text} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isBusy}>
            Create User
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
