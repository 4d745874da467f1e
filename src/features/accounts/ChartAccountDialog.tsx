import { useState } from 'react';
import type { ChartResult } from '#contract/chart.ts';
import { accountWithName, type ChartAccount } from '#model/chart.ts';
import { MAX_ACCOUNT_NAME_LENGTH, MAX_CODE_LENGTH, MAX_NOTE_LENGTH } from '#model/limits.ts';
import { chartMessages, chartProblemTexts } from '#model/text/chartMessages.ts';
import type { ChartService } from '../../services/ledger.ts';
import { ignoreAfterExit } from '../../services/workerLink.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { DialogForm } from '../../ui/DialogForm.tsx';
import { PlainField } from '../../ui/PlainField.tsx';
import { TickBox } from '../../ui/TickBox.tsx';
import { useBusy } from '../../ui/useBusy.ts';
import { save } from './useChartChanges.ts';

const NEW: ChartAccount = { code: '', name: '', note: '', isRetired: false };

type Props = {
  chart: ChartService;
  /** Null: a new account. */
  account: ChartAccount | null;
  onSaved: (text: string, undo: string | null) => void;
  onClose: () => void;
};

/** Adds an account or changes one. */
export function ChartAccountDialog({ chart, account, onSaved, onClose }: Props) {
  const { form, set, failure, isBusy, submit } = useForm({ chart, account, onSaved, onClose });
  const field = (name: 'code' | 'name' | 'note', label: string, maxLength: number) => (
    <PlainField
      isFirst={name === (account === null ? 'code' : 'name')}
      label={label}
      maxLength={maxLength}
      value={form[name]}
      onText={(text) => set({ [name]: text })}
    />
  );
  return (
    <Dialog onClose={onClose} title={account === null ? 'Add account' : `Edit account ${account.code}`}>
      <DialogForm
        submitLabel="Save account"
        isBusy={isBusy}
        failure={failure}
        onSubmit={() => ignoreAfterExit(submit())}
        onClose={onClose}
      >
        {field('code', 'Code', MAX_CODE_LENGTH)}
        {field('name', 'Name', MAX_ACCOUNT_NAME_LENGTH)}
        {field('note', 'Note', MAX_NOTE_LENGTH)}
        <TickBox
          label="Retired: no longer to be used"
          checked={form.isRetired}
          onChange={(event) => set({ isRetired: event.currentTarget.checked })}
        />
      </DialogForm>
    </Dialog>
  );
}

function useForm({ chart, account, onSaved, onClose }: Props) {
  const [form, setForm] = useState(account ?? NEW);
  /** What the next save replaces: what somebody else has stored meanwhile, once the user has seen it. */
  const [before, setBefore] = useState(account);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, whileBusy] = useBusy();

  async function submit(): Promise<void> {
    if (isBusy) return;
    const result = await whileBusy(() => save(chart, before, form));
    if (result.kind === 'saved') {
      const code = form.code.trim();
      const text = account === null ? chartMessages.accountAdded(code) : chartMessages.accountSaved(code);
      onSaved(result.undo === null ? chartMessages.accountNotChanged(code) : text, result.undo);
      onClose();
      return;
    }
    if (result.kind === 'changed') setBefore(result.stored);
    setFailure(failureOf(result));
  }

  return {
    form,
    set: (change: Partial<ChartAccount>) => setForm({ ...form, ...change }),
    failure,
    isBusy,
    submit,
  };
}

function failureOf(result: Exclude<ChartResult, { kind: 'saved' }>): string {
  switch (result.kind) {
    case 'impossible':
      return chartProblemTexts[result.problem];
    case 'taken':
      return chartMessages.taken(accountWithName(result.holder.code, result.holder.name));
    case 'changed':
      return result.stored === null
        ? chartMessages.goneMeanwhile
        : chartMessages.changedMeanwhile(
            `${accountWithName(result.stored.code, result.stored.name)}${result.stored.isRetired ? ' (retired)' : ''}`,
          );
    case 'failed':
      return chartMessages.saveFailed(result.detail);
  }
}
