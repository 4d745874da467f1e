import { Button, Group, Stack, Text } from '@mantine/core';
import type { Fix } from '#contract/health.ts';
import type { RowsEffect } from '#contract/rows.ts';
import { healthMessages } from '#model/text/healthMessages.ts';
import { manyMappingsMessages } from '#model/text/manyMappingsMessages.ts';
import { rowsEffectWords } from '#model/text/rowsEffectWords.ts';
import { useAccountWords } from '../../chart/ChartProvider.tsx';
import { Effect } from '../../chart/Effect.tsx';
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
  const effect = useSettledAnswer('effect', () => effectOf(fix, editor), 0, fix);
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
        {effect !== 'no-rows' && (
          <Effect effect={effect} hasRoom>
            {wordsFor(effect)}
          </Effect>
        )}
        <Group gap="xs">
          <Button disabled={effect === null || effect === 'failed'} onClick={onFix}>
            {action}
          </Button>
          {/* It has the focus: a second Enter must not confirm what nobody has read. */}
          <Button variant="default" data-autofocus onClick={onClose}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

/** What it does to the rows on the Classifier; `no-rows` where no text is there, and for accounts alone. */
async function effectOf(fix: Fix, editor: Props['editor']): Promise<RowsEffect | 'no-rows'> {
  const effect = fix.kind === 'chart' ? null : await editor.previewMany(fix.mappings, fix.accounts);
  return effect ?? 'no-rows';
}

function wordsFor(effect: RowsEffect | 'failed' | null): string {
  if (effect === null) return manyMappingsMessages.counting;
  return effect === 'failed' ? manyMappingsMessages.countingFailed : rowsEffectWords(effect);
}
