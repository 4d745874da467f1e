import { Box, Button, Group, Text, Title, VisuallyHidden } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import type { AmountReading } from '#contract/summary.ts';
import { readingMessages } from '#model/text/readingMessages.ts';
import { withSides } from '../../../rows/AmountsOfRows.ts';
import type { RowStore } from '../../../rows/RowStore.ts';
import { ignoreAfterExit } from '../../../services/workerLink.ts';
import { isFocusLost } from '../../../ui/focus/focusPlace.ts';
import layout from '../../../ui/layout.module.css';
import { Pills } from '../../../ui/Pills.tsx';
import { useStatus } from '../../../ui/status/useStatus.ts';
import { TableHead } from '../../../ui/TableHead.tsx';
import table from '../../../ui/table.module.css';
import { columnLabel } from '../columnLabel.ts';
import { ReadAs } from './ReadAs.tsx';
import { sampleWords, useReading } from './useReading.ts';

type CheckProps = {
  store: RowStore;
  /** Called when the button is gone that had the focus. */
  onAnswered: () => void;
};

/** Asks what only the user can tell of the amounts, and says so once to a screen reader; the focus stays where it is. */
export function ReadingCheck({ store, onAnswered }: CheckProps) {
  const { reading } = useReading(store);
  const [sample] = reading?.samples ?? [];
  const said = [
    readingMessages.isThisRight,
    reading && sample && sampleWords(store, reading, sample),
    readingMessages.waits,
  ];
  return (
    <>
      {/* Always there: a live region that appears together with its text is not announced. */}
      <VisuallyHidden role="status">{reading?.question ? said.filter(Boolean).join(' ') : ''}</VisuallyHidden>
      <ReadingQuestion store={store} onAnswered={onAnswered}>
        <ReadAs store={store} />
      </ReadingQuestion>
    </>
  );
}

type Props = Partial<CheckProps> & {
  store: RowStore;
  /** Below the question. */
  children?: ReactNode;
};

const FOOT = '0 0 var(--r-card) var(--r-card)';

/** The question with rows of the text and its answers; nothing where none is open. */
export function ReadingQuestion({ store, onAnswered, children }: Props) {
  const title = useId();
  const { reading } = useReading(store);
  const [picked, setPicked] = useState('');
  const answer = useAnswering(store, onAnswered);
  if (!reading?.question) return null;
  const { isSideOpen, currencies } = reading.question;
  const currency = currencies.find((one) => one === picked) ?? currencies[0];
  const [sample] = reading.samples;
  return (
    <section className={layout['card']} aria-labelledby={title}>
      <Group gap="var(--s3) var(--s5)" px="md" py="sm">
        <Box flex="1 1 min(24rem, 100%)" miw={0}>
          <Title id={title} order={2} size="h5">
            {readingMessages.isThisRight}
          </Title>
          {sample && (
            <Text fw={600} className={layout['wrap'] ?? ''}>
              {sampleWords(store, reading, { ...sample, ...(currency && { currency }) })}
            </Text>
          )}
          <Text className={layout['note'] ?? ''}>
            {readingMessages.whyAsked(isSideOpen, reading.columns.length)}
          </Text>
        </Box>
        <Samples store={store} reading={reading} />
        {/* On a phone as wide as the sentence. */}
        <Group gap="xs" wrap="nowrap" flex={{ base: '1', sm: 'none' }} className={layout['toolbar'] ?? ''}>
          <Button variant="light" onClick={() => answer(reading, currency, false)}>
            Yes
          </Button>
          {isSideOpen && <Button onClick={() => answer(reading, currency, true)}>The other way round</Button>}
        </Group>
      </Group>
      <Box
        className={`${layout['between']} ${layout['item']}`}
        px="md"
        py="xs"
        bg="var(--surface-sunken)"
        bdrs={FOOT}
      >
        {currency && (
          <div className={layout['cluster']}>
            <span className={layout['quiet']} aria-hidden="true">
              Currency
            </span>
            <Pills
              label="Currency"
              choices={currencies.map((value) => ({ value, content: value }))}
              chosen={currency}
              onChoose={setPicked}
            />
            <span className={`${layout['note']} ${layout['hiddenOnPhone']}`}>
              {readingMessages.namesCurrencies(currencies.length)}
            </span>
          </div>
        )}
        {children}
        <Text className={`${layout['note']} ${layout['hiddenOnPhone']}`} ms="auto">
          {readingMessages.waits}
        </Text>
      </Box>
    </section>
  );
}

/** Takes the answer; it is remembered, and can be taken back. */
function useAnswering(store: RowStore, onAnswered = () => {}) {
  const { show } = useStatus();
  const take = async (reading: AmountReading, currency: string | undefined, isOtherWay: boolean) => {
    const now = store.amounts.choice.get();
    const sides = reading.question?.isSideOpen ? withSides(now, reading, isOtherWay) : now;
    await store.chooseAmounts({ ...sides, currency: currency ?? now.currency });
    show(readingMessages.answered);
    if (isFocusLost()) onAnswered();
  };
  return (...answer: Parameters<typeof take>) => ignoreAfterExit(take(...answer));
}

const WHOLE_LINES = { width: '100%', whiteSpace: 'nowrap' } as const;

/** The rows of the sentence as the text has them; a phone has room for the sentence alone. */
function Samples({ store, reading: { columns, samples } }: { store: RowStore; reading: AmountReading }) {
  const names = store.columns.get();
  const labels = names === null ? [] : columns.map((column) => columnLabel(names, column));
  return (
    <Box className={`${layout['card']} ${table['scroll']}`} flex="1 1 24rem" visibleFrom="sm">
      <table aria-label={readingMessages.samples} className={table['small']} style={WHOLE_LINES}>
        <TableHead names={['Description', ...labels, 'Read as']} />
        <tbody>
          {samples.map(({ row, cells, isIn }) => (
            <tr key={row}>
              <Box component="td" w="100%" maw={0} className={layout['ellipsis'] ?? ''}>
                {store.buffer.row(row).description}
              </Box>
              {cells.map((cell, i) => (
                <td key={columns[i]} className={table['number']}>
                  {cell}
                </td>
              ))}
              <td className={layout['strong']}>{readingMessages.side(isIn)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Box>
  );
}
