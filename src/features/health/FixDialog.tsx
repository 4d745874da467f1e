import { Button, Group, Stack, Text } from '@mantine/core';
import type { Fix } from '#contract/health.ts';
import { healthMessages } from '#model/text/healthMessages.ts';
import { useAccountWords } from '../../chart/ChartProvider.tsx';
import { PreviewNote } from '../../chart/PreviewNote.tsx';
import type { EditorService } from '../../services/ledger.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import layout from '../../ui/layout.module.css';
import { useSettledAnswer } from '../../ui/useAnswer.ts';

/** Moves and accounts named one by one. */
const NAMED = 30;

type Props = {
  fix: Fix;
  editor: Pick<EditorService, 'previewMany'>;
  onFix: () => void;
  onClose: () => void;
};

/** What a remedy does to several mappings or accounts, before it is done: from which account to which, and how many. */
export function FixDialog({ fix, editor, onFix, onClose }: Props) {
  const preview = usePreview(fix, editor);
  const words = useAccountWords();
  const lines =
    fix.kind === 'chart'
      ? fix.accounts.map(({ glAccount, mappings }) => healthMessages.accountUsed(words(glAccount), mappings))
      : fix.moves.map(({ from, to, mappings }) => healthMessages.move(mappings, words(from), words(to)));
  const action = healthMessages.fixAction(fix);
  return (
    <Dialog onClose={onClose} title={healthMessages.fixTitle(fix)}>
      <Stack gap="sm">
        <ul className={layout['bulleted']} aria-label={healthMessages.moves}>
          {lines.slice(0, NAMED).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        {lines.length > NAMED && <Text>{healthMessages.moreMoves(lines.length - NAMED)}</Text>}
        {preview !== undefined && <PreviewNote preview={preview} hasRoom />}
        <Group gap="xs">
          <Button variant="filled" disabled={preview === null || preview === 'failed'} onClick={onFix}>
            {action}
          </Button>
          {/* It has the focus: a second Enter must not confirm what nobody has read. */}
          <Button data-autofocus onClick={onClose}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

/** What it does; undefined for accounts alone, null until it is known. */
function usePreview(fix: Fix, editor: Props['editor']) {
  const ask = async () => (fix.kind === 'chart' ? null : editor.previewMany(fix.mappings, fix.accounts));
  const preview = useSettledAnswer('preview', ask, 0, fix);
  return fix.kind === 'chart' ? undefined : preview;
}
