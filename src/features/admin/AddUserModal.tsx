import { TextInput } from '@mantine/core';
import type { Email } from '#model/email.ts';
import { MAX_NAME_LENGTH } from '#model/limits.ts';
import { accountMessages } from '#model/text/accountMessages.ts';
import { messages } from '#model/text/messages.ts';
import type { UserRecord } from '#model/user.ts';
import { isValid, validateNewUser } from '#model/validation.ts';
import type { AccessActions } from '../../services/accessActions.ts';
import { canMail } from '../../services/backend.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { DialogForm, useDialogFailure } from '../../ui/DialogForm.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { useStatus } from '../../ui/status/useStatus.ts';
import { useBusy } from '../../ui/useBusy.ts';
import { useFields } from '../../ui/useFields.ts';
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
  const { field, failure, isBusy, submit } = useNewUser(props);
  return (
    <DialogForm
      submitLabel="Create User"
      isBusy={isBusy}
      failure={failure}
      onSubmit={submit}
      onClose={props.onClose}
    >
      <TextInput label="Email" type="email" autoComplete="off" data-autofocus {...field('email')} />
      <TextInput label="Name" autoComplete="off" maxLength={MAX_NAME_LENGTH} {...field('name')} />
      <PasswordField label="Password" autoComplete="new-password" {...field('password')} />
    </DialogForm>
  );
}

function useNewUser({ onClose, users, actions }: Props) {
  const status = useStatus();
  const { texts: form, setErrors, field } = useFields({ email: '', name: '', password: '' });
  const failure = useDialogFailure();
  const [isBusy, whileBusy] = useBusy();

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
  return { field, failure: failure.text, isBusy, submit };
}
