import { Box, Text } from '@mantine/core';
import { useId } from 'react';
import { STOPPED_AFTER_MS } from '#model/history.ts';
import { historyMessages } from '#model/text/historyMessages.ts';
import type { WordPart } from '#model/text/historyWords.ts';
import { useAccountWords } from '../../chart/ChartProvider.tsx';
import { PersonName } from '../../people/PersonName.tsx';
import { Icon } from '../../ui/icons.tsx';
import layout from '../../ui/layout.module.css';
import list from '../../ui/list.module.css';
import { longDayOf, timeOf } from '../../ui/moment.ts';
import { ChangeSetDetails, type DetailsProps } from './ChangeSetDetails.tsx';
import styles from './History.module.css';
import { KIND_ICONS } from './kindIcons.ts';

const LAST = { order: 1, textAlign: 'end' } as const;

type Props<Change> = DetailsProps<Change> & {
  index: number;
  /** The day begins here: its heading stands above. */
  isDayBegun: boolean;
  isOpen: boolean;
  /** The element with its details, where they are not below. */
  detailsId: string | null;
  isTabStop: boolean;
  onToggle: () => void;
};

/** One change set as one line: when, what, who. Opened, all of its changes below. */
export function ChangeSetItem<Change>(props: Props<Change>) {
  const { index, isDayBegun, isOpen, isTabStop, detailsId: besideId, onToggle, ...details } = props;
  const { row, view } = details;
  const belowId = useId();
  const detailsId = besideId ?? belowId;
  const accountWords = useAccountWords();
  const { at, by, kind, left, set, removed } = row;
  const isStopped = left > 0 && Date.now() - at >= STOPPED_AFTER_MS;
  const done = set + removed;
  return (
    <>
      {isDayBegun && (
        <Text component="h2" fw={600} px="md" py={8} bg="var(--surface-sunken)">
          {longDayOf(at)}
        </Text>
      )}
      <button
        type="button"
        className={`${list['row']} ${styles['changeSet']}`}
        data-change-set={index}
        tabIndex={isTabStop ? 0 : -1}
        aria-expanded={isOpen}
        aria-controls={isOpen ? detailsId : undefined}
        onClick={onToggle}
      >
        <span className={styles['icon']} data-tone={KIND_ICONS[kind].tone ?? 'neutral'}>
          <Icon name={KIND_ICONS[kind].icon} />
        </span>
        <time className={layout['note']} style={LAST} dateTime={new Date(at).toISOString()}>
          {timeOf(at)}
        </time>
        <span className={styles['what']} dir="auto">
          {/* Opened, all is there. */}
          <Text span inherit lineClamp={2}>
            {view.partsOf(row, accountWords).map((part, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other identity than their place.
              <Part key={i} {...part} />
            ))}
          </Text>
          {row.differs && <Warning tone="danger">{historyMessages.differs}</Warning>}
          {isStopped && <Warning tone="attention">{historyMessages.stopped(done, done + left)}</Warning>}
        </span>
        <span className={layout['note']}>
          <PersonName author={by} />
        </span>
      </button>
      {isOpen && besideId === null && (
        <Box component="section" id={detailsId} px="md" pt="xs" pb="md" aria-label="All changes of this line">
          <ChangeSetDetails {...details} />
        </Box>
      )}
    </>
  );
}

/** What is the matter with it. */
function Warning({ tone, children }: { tone: 'danger' | 'attention'; children: string }) {
  return (
    <>
      {' '}
      <span className={layout['mark']} data-tone={tone}>
        {children}
      </span>
    </>
  );
}

/** The tones of what was and what is; green is only what is. */
const TONES = { before: 'neutral', after: 'done', removed: 'danger' } as const;

/** A part of what was done. */
function Part({ text, is }: WordPart) {
  if (is === 'plain') return text;
  if (is === 'keyword') return <b>{text}</b>;
  if (is === 'kind' || is === 'between') return <span className={layout['quiet']}>{text}</span>;
  return (
    <span className={layout['mark']} data-tone={TONES[is]}>
      {text}
    </span>
  );
}
