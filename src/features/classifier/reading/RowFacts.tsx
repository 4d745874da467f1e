import { Button, Text } from '@mantine/core';
import { type ComponentType, Fragment, useSyncExternalStore } from 'react';
import { readingMessages, rowFacts } from '#model/text/readingMessages.ts';
import type { RowStore } from '../../../rows/RowStore.ts';
import { ignoreAfterExit } from '../../../services/workerLink.ts';
import { Icon } from '../../../ui/icons.tsx';
import layout from '../../../ui/layout.module.css';
import { useReading } from './useReading.ts';

type Props = { store: RowStore; goTo: (row: number) => void };

type ActionProps = { children: string; 'aria-description': string; onClick: () => void };
type FactsProps = Props & {
  /** What the actions are drawn as; missing: small buttons. */
  Action?: ComponentType<ActionProps>;
};

const SmallButton = (props: ActionProps) => <Button size="compact-xs" variant="subtle" {...props} />;

/** What is to be known of the rows before they leave, with the way to them; nothing where all is well. */
export function RowFacts({ store, goTo, Action = SmallButton }: FactsProps) {
  const { noMatch } = useSyncExternalStore(store.counts.subscribe, store.counts.get);
  const { choice, reading } = useReading(store);
  const { leavesOutRepeated } = choice;
  const facts = rowFacts(noMatch, reading, leavesOutRepeated);
  if (facts.length === 0) return null;
  const show = {
    'no-account': () => store.shownRows.show({ filter: 'no-match', search: '' }),
    off: () => goTo(reading?.off?.row ?? 0),
    repeated: () => goTo(reading?.repeated.first ?? 0),
  } as const;
  const leaveOut = () =>
    ignoreAfterExit(store.chooseAmounts({ ...choice, leavesOutRepeated: !leavesOutRepeated }));
  return (
    <div className={`${layout['cluster']} ${layout['note']} ${layout['caution']}`}>
      {facts.map(({ kind, text }, i) => (
        <Fragment key={kind}>
          {i > 0 && <span aria-hidden="true">·</span>}
          <span>{text}</span>
          <Action aria-description={text} onClick={show[kind]}>
            Show
          </Action>
          {kind === 'repeated' && reading?.repeated.isProven && (
            <Action aria-description={text} onClick={leaveOut}>
              {leavesOutRepeated ? 'Take in again' : 'Leave out'}
            </Action>
          )}
        </Fragment>
      ))}
    </div>
  );
}

/** Beside the bar: that the balances agree with all rows, or what is the matter with them. */
export function BalanceFacts({ store, goTo }: Props) {
  const { all } = useSyncExternalStore(store.counts.subscribe, store.counts.get);
  const { reading } = useReading(store);
  if (reading === null) return null;
  if (reading.off !== null || reading.repeated.rows > 0) return <RowFacts store={store} goTo={goTo} />;
  if (!reading.isProven) return null;
  return (
    <Text size="sm" c="var(--done-text)">
      <Icon name="check" /> {readingMessages.agrees(all, reading.hasBalanceColumn)}
    </Text>
  );
}
