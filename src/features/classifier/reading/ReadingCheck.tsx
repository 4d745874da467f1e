import { Box, Button, Text, Title, VisuallyHidden } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import type { AmountReading } from '#contract/summary.ts';
import type { ReadingQuestion } from '#model/amountReading.ts';
import { readingMessages } from '#model/text/readingMessages.ts';
import { withSides } from '../../../rows/AmountsOfRows.ts';
import type { RowStore } from '../../../rows/RowStore.ts';
import { ignoreAfterExit } from '../../../services/workerLink.ts';
import { isFocusLost } from '../../../ui/focus/focusPlace.ts';
import layout from '../../../ui/layout.module.css';
import { useStatus } from '../../../ui/status/useStatus.ts';
import { TableHead } from '../../../ui/TableHead.tsx';
import table from '../../../ui/table.module.css';
import { columnLabel } from '../columnLabel.ts';
import { ReadAs } from './ReadAs.tsx';
import styles from './reading.module.css';
import { sampleWords, useReading } from './useReading.ts';

const WHOLE_LINES = { width: '100%', whiteSpace: 'nowrap' } as const;

type Props = {
  store: RowStore;
  /** Below the question. */
  children?: ReactNode;
  /** Called when the button is gone that had the focus; missing: something else takes it. */
  onAnswered?: () => void;
};

/** Asks what only the user can tell of the amounts, and says so once to a screen reader; the focus stays where it is. */
export function ReadingCheck({ store, onAnswered }: Required<Omit<Props, 'children'>>) {
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
      <ReadingQuestionCard store={store} onAnswered={onAnswered}>
        <ReadAs store={store} />
      </ReadingQuestionCard>
    </>
  );
}

/** The question with rows of the text and its answers; nothing where none is open. */
export function ReadingQuestionCard({ store, onAnswered, children }: Props) {
  const { reading } = useReading(store);
  if (!reading?.question) return null;
  const { question } = reading;
  return (
    <OpenQuestion
      key={question.currencies.join()}
      store={store}
      reading={reading}
      question={question}
      onAnswered={onAnswered ?? (() => {})}
    >
      {children}
    </OpenQuestion>
  );
}

type OpenProps = Required<Props> & { reading: AmountReading; question: ReadingQuestion };

function OpenQuestion({ store, reading, question, onAnswered, children }: OpenProps) {
  const title = useId();
  const { isSideOpen, currencies } = question;
  const [currency, setCurrency] = useState(currencies[0] ?? null);
  const answer = useAnswering(store, reading, onAnswered);
  const [sample] = reading.samples;
  return (
    <section className={layout['card']} aria-labelledby={title}>
      <div className={styles['question']}>
        <div>
          <Title id={title} order={2} size="h5">
            {readingMessages.isThisRight}
          </Title>
          {sample && (
            <Text fw={600} className={layout['wrap'] ?? ''}>
              {sampleWords(store, reading, currency === null ? sample : { ...sample, currency })}
            </Text>
          )}
          <Text className={layout['note'] ?? ''}>
            {readingMessages.whyAsked(isSideOpen, reading.columns.length)}
          </Text>
        </div>
        <Samples store={store} reading={reading} />
        <div className={`${layout['cluster']} ${styles['answers']}`}>
          <Button variant="light" onClick={() => answer(currency, isSideOpen, false)}>
            Yes
          </Button>
          {isSideOpen && (
            <Button onClick={() => answer(currency, isSideOpen, true)}>The other way round</Button>
          )}
        </div>
      </div>
      <div className={`${layout['between']} ${styles['also']}`}>
        {currencies.length > 0 && (
          <Currencies currencies={currencies} chosen={currency} onChoose={setCurrency} />
        )}
        {children}
        <Text className={`${layout['note']} ${styles['waits']}`} ms="auto">
          {readingMessages.waits}
        </Text>
      </div>
    </section>
  );
}

/** Takes the answer; it is remembered, and can be taken back. */
function useAnswering(store: RowStore, reading: AmountReading, onAnswered: () => void) {
  const { show } = useStatus();
  const take = async (currency: string | null, isSideOpen: boolean, isOtherWay: boolean) => {
    const now = store.amounts.choice.get();
    const sides = isSideOpen ? withSides(now, reading, isOtherWay) : now;
    await store.chooseAmounts({ ...sides, currency: currency ?? now.currency });
    show(readingMessages.answered);
    if (isFocusLost()) onAnswered();
  };
  return (...answer: Parameters<typeof take>) => ignoreAfterExit(take(...answer));
}

/** The rows of the sentence as the text has them. */
function Samples({ store, reading: { columns, samples } }: Pick<OpenProps, 'store' | 'reading'>) {
  const names = store.columns.get();
  const labels = names === null ? [] : columns.map((column) => columnLabel(names, column));
  return (
    <div className={`${layout['card']} ${table['scroll']} ${styles['samples']}`}>
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
    </div>
  );
}

type CurrenciesProps = {
  currencies: readonly string[];
  chosen: string | null;
  onChoose: (currency: string) => void;
};

function Currencies({ currencies, chosen, onChoose }: CurrenciesProps) {
  const group = useId();
  return (
    <div className={layout['cluster']} role="radiogroup" aria-label="Currency">
      <span className={layout['quiet']} aria-hidden="true">
        Currency
      </span>
      {currencies.map((currency) => (
        <label key={currency} className={`${layout['pill']} ${styles['currency']}`}>
          <input
            type="radio"
            name={group}
            checked={currency === chosen}
            onChange={() => onChoose(currency)}
          />
          {currency}
        </label>
      ))}
      <span className={`${layout['note']} ${layout['hiddenOnPhone']}`}>
        {readingMessages.namesCurrencies(currencies.length)}
      </span>
    </div>
  );
}
