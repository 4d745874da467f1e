import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Email } from '#model/email.ts';
import { MAX_NAME_LENGTH } from '#model/limits.ts';
import { accountMessages } from '#model/text/accountMessages.ts';
import { messages } from '#model/text/messages.ts';
import type { UserRecord } from '#model/user.ts';
import { type FieldErrors, isValid, validateNewUser } from '#model/validation.ts';
import type { AccessActions } from '../../services/accessActions.ts';
import { canMail } from '../../services/backend.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { DialogForm, useDialogFailure } from '../../ui/DialogForm.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { useStatus } from '../../ui/status/useStatus.ts';
import { useBusy } from '../../ui/useBusy.ts';
import type { Collection } from './useCollection.ts';

type Props = {
  onClose: () => void;
  users: Collection<UserRecord>;
  actions: Pick<AccessActions, 'addUser' | 'isAdditionUnfinished'>;
};

/** Adds a user with a password of their own. */
export function AddUserModal(props: Props) {
  return (
    <Dialog onClose={props.onClose} title="Add New User">
      <AddUserForm {...props} />
    </Dialog>
  );
}

function AddUserForm(props: Props) {
  const { form, set, errors, failure, isBusy, submit } = useNewUser(props);
  return (
    <DialogForm
      submitLabel="Create User"
      isBusy={isBusy}
      failure={failure}
      onSubmit={submit}
      onClose={props.onClose}
    >
      <TextInput
        label="Email"
        type="email"
        autoComplete="off"
        data-autofocus
        value={form.email}
        onChange={(event) => set('email', event.currentTarget.value)}
        error={errors.email}
      />
      <TextInput
        label="Name"
        autoComplete="off"
        maxLength={MAX_NAME_LENGTH}
        value={form.name}
        onChange={(event) => set('name', event.currentTarget.value)}
        error={errors.name}
      />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        value={form.password}
        onChange={(event) => set('password', event.currentTarget.value)}
        error={errors.password}
      />
    </DialogForm>
  );
}

const EMPTY = { email: '', name: '', password: '' };

function useNewUser({ onClose, users, actions }: Props) {
  const status = useStatus();
  const [form, setForm] = useState(EMPTY);
  const [errors, setErrors] = useState<FieldErrors<keyof typeof EMPTY>>({});
  const failure = useDialogFailure();
  const [isBusy, whileBusy] = useBusy();
  const set = (field: keyof typeof EMPTY, text: string) => setForm({ ...form, [field]: text });

  const add = async () => {
    const outcome = await whileBusy(() => actions.addUser(form, new Date()));
    if (outcome.kind === 'failed') {
      failure.show(messages.userCreateFailed(outcome.reason));
      return;
    }
    onClose();
    if (outcome.kind === 'done') status.show(messages.userCreated);
    else status.show(accountMessages.existingAccountAllowed(form.email.trim(), canMail()), { stays: true });
  };
  const submit = () => {
    const known = users.kind === 'ready' ? users.documents : [];
    const isTaken = (email: Email) =>
      !actions.isAdditionUnfinished(email) && known.some((user) => user.email === email);
    const found = validateNewUser(form, isTaken);
    setErrors(found);
    failure.show(null);
    if (!isValid(found)) return;
    status.dismiss();
    void add();
  };
  return { form, set, errors, failure: failure.text, isBusy, submit };
}
