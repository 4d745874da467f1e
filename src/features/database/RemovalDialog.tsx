import type { RowsEffect } from '#contract/rows.ts';
import { rowsEffectWords } from '#model/text/rowsEffectWords.ts';
import { Effect } from '../../chart/Effect.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { DialogForm } from '../../ui/DialogForm.tsx';

type Props = { title: string; effect: RowsEffect; onDelete: () => void; onClose: () => void };

/** What a deletion would do to rows, before the browser's own question. */
export function RemovalDialog({ title, effect, onDelete, onClose }: Props) {
  return (
    <Dialog onClose={onClose} title={title}>
      <DialogForm label={title} submitLabel="Delete…" onSubmit={onDelete} onClose={onClose}>
        <Effect effect={effect}>{rowsEffectWords(effect)}</Effect>
      </DialogForm>
    </Dialog>
  );
}
