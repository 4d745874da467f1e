import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { AdminData } from '#contract/ledger.ts';
import { type AuthFailure, authFailureText } from '#model/authFailure.ts';
import { MAX_NAME_LENGTH } from '#model/limits.ts';
import { accountMessages } from '#model/text/accountMessages.ts';
import { messages } from '#model/text/messages.ts';
import { usageMessages } from '#model/text/usageMessages.ts';
import { lastDays, USAGE_DAYS } from '#model/usage.ts';
import type { UserRecord } from '#model/user.ts';
import { isValid, validateUserEdit } from '#model/validation.ts';
import type { AccessActions } from '../../services/accessActions.ts';
import type { AuthService } from '../../services/auth.ts';
import type { Services } from '../../services/services.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { DialogForm, useDialogFailure } from '../../ui/DialogForm.tsx';
import layout from '../../ui/layout.module.css';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { useStatus } from '../../ui/status/useStatus.ts';
import { useAnswer } from '../../ui/useAnswer.ts';
import { useBusy } from '../../ui/useBusy.ts';
import { useFields } from '../../ui/useFields.ts';
import { AccountControls } from './AccountControls.tsx';
import { ResetLink } from './ResetLink.tsx';
import { UsageChart, UsageChartPlaceholder } from './UsageChart.tsx';

type Props = {
  user: UserRecord;
  isSelf: boolean;
  auth: AuthService;
  accountCalls: Services['accountCalls'];
  rename: AccessActions['rename'];
  /** Where the usage of one person is shown over time; null where nobody has asked for that. */
  adminData: Pick<AdminData, 'readUserDays'> | null;
  onClose: () => void;
};

/** Changes a user's name. The password of the admin's own account can be changed here, others get a reset link. */
export function EditUserModal(props: Props) {
  return (
    <Dialog onClose={props.onClose} title="Edit User">
      <EditUserForm {...props} />
    </Dialog>
  );
}

function EditUserForm(props: Props) {
  const { user, isSelf, auth, accountCalls, adminData, onClose } = props;
  const { field, isCurrentAsked, failure, isBusy, submit } = useUserEdit(props);
  return (
    <DialogForm
      submitLabel="Update User"
      isBusy={isBusy}
      failure={failure.text}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text c="dimmed" className={layout['wrap'] ?? ''}>
        {user.email}
      </Text>
      <TextInput
        label="Name"
        autoComplete="off"
        data-autofocus
        maxLength={MAX_NAME_LENGTH}
        {...field('name')}
      />
      {isSelf ? (
        <OwnPassword field={field} isCurrentAsked={isCurrentAsked} />
      ) : (
        <ResetLink
          email={user.email}
          label="Send reset link"
          size="compact-sm"
          send={() => auth.sendPasswordReset(user.email)}
          onFailure={failure.show}
        />
      )}
      {!isSelf && accountCalls && (
        <AccountControls email={user.email} calls={accountCalls} onFailure={failure.show} />
      )}
      {adminData && <PersonalUsage email={user.email} adminData={adminData} />}
    </DialogForm>
  );
}

type PersonalProps = { email: UserRecord['email']; adminData: Pick<AdminData, 'readUserDays'> };

/** How much one person classified on each of the last days, and how much of it had a match. */
function PersonalUsage({ email, adminData }: PersonalProps) {
  const read = () => adminData.readUserDays(email, lastDays(new Date(), USAGE_DAYS));
  const { answer: daily, hasFailed } = useAnswer(read, [adminData, email]);
  if (hasFailed) return <Text>{usageMessages.ofUserFailed}</Text>;
  return daily === null ? <UsageChartPlaceholder /> : <UsageChart daily={daily} />;
}

type OwnPasswordProps = Pick<ReturnType<typeof useUserEdit>, 'field' | 'isCurrentAsked'>;

function OwnPassword({ field, isCurrentAsked }: OwnPasswordProps) {
  return (
    <>
      <PasswordField label="New Password (optional)" autoComplete="new-password" {...field('password')} />
      {isCurrentAsked && (
        <PasswordField
          label="Current Password"
          autoComplete="current-password"
          autoFocus
          {...field('current')}
        />
      )}
    </>
  );
}

function useUserEdit({ user, auth, rename, onClose }: Props) {
  const status = useStatus();
  const { texts, setErrors, field } = useFields({ name: user.name, password: '', current: '' });
  const { name, password, current } = texts;
  /** The password until now; the server wants it where the sign-in was too long ago. */
  const [isCurrentAsked, setCurrentAsked] = useState(false);
  const failure = useDialogFailure();
  const [isBusy, whileBusy] = useBusy();

  /** Resolves to why the change failed, or to null. */
  const save = async (): Promise<string | null> => {
    const renamed = await rename(user.email, name);
    if (renamed.kind === 'failed') return messages.userUpdateFailed(renamed.reason);
    if (password === '') return null;
    const changed = await auth.changePassword(password, isCurrentAsked ? current : undefined);
    if (changed.kind === 'done') return null;
    if (changed.failure === 'needs-password') setCurrentAsked(true);
    if (changed.failure === 'wrong-credentials') setErrors({ current: accountMessages.currentPasswordWrong });
    return passwordFailure(changed.failure, name.trim() !== user.name);
  };
  const submit = async () => {
    const found = {
      ...validateUserEdit({ name, password }),
      ...(password !== '' && isCurrentAsked && current === '' && { current: messages.passwordMissing }),
    };
    setErrors(found);
    failure.show(null);
    if (!isValid(found)) return;
    status.dismiss();
    const reason = await whileBusy(save);
    failure.show(reason);
    if (reason !== null) return;
    onClose();
    status.show(messages.userUpdated);
  };
  return { field, isCurrentAsked, failure, isBusy, submit };
}

/** Says of the name and of the password what has become of it. */
function passwordFailure(failure: AuthFailure, isNameSaved: boolean): string {
  const name = isNameSaved ? accountMessages.nameSaved : '';
  if (failure === 'offline') return messages.userUpdateFailed(name + accountMessages.passwordUnknown);
  const reason =
    failure === 'wrong-credentials'
      ? accountMessages.currentPasswordWrong
      : authFailureText(failure, accountMessages.refused);
  return messages.userUpdateFailed(name + accountMessages.passwordNotChanged(reason));
}
