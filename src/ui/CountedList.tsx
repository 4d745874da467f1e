import { Box, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { Icon } from './icons.tsx';
import layout from './layout.module.css';
import { Dot, type Tone } from './SegmentBar.tsx';
import { TableHead } from './TableHead.tsx';
import table from './table.module.css';
import { useAnswer } from './useAnswer.ts';

/** Lines shown at first, and those that one request adds: drawn without holding up the page. */
const AT_ONCE = 100;

/** Lines of one kind: how many there are, what becomes of them, and the heads of their columns. */
export type CountedLines<Name extends string> = {
  readonly name: Name;
  readonly label: string;
  readonly outcome: string;
  readonly count: number;
  readonly columns: readonly string[];
  /** Its mark, where a bar shows the kinds. */
  readonly tone?: Tone;
};

type Props<Name extends string> = {
  kinds: readonly CountedLines<Name>[];
  /** Loads lines `from` to `to` (excluded) of a kind, as cells. */
  load: (name: Name, from: number, to: number) => Promise<readonly (readonly string[])[]>;
  /** Which lines these are; of another number they are loaded again. */
  revision?: number;
  onCopy?: (lines: CountedLines<Name>) => void;
};

/** Says how many lines of which kind there are, and shows those of one kind on demand. */
export function CountedList<Name extends string>({ kinds, load, revision = 0, onCopy }: Props<Name>) {
  const [opened, setOpened] = useState<Name | null>(null);
  return (
    <ul>
      {kinds.map((lines) => {
        const isOpen = opened === lines.name;
        return (
          <li key={lines.name} className={`${layout['item']} ${layout['dense']}`}>
            <KindOfLines
              lines={lines}
              isOpen={isOpen}
              onView={() => setOpened(isOpen ? null : lines.name)}
              {...(onCopy && { onCopy })}
            />
            {isOpen && lines.count > 0 && <LineTable lines={lines} load={load} revision={revision} />}
          </li>
        );
      })}
    </ul>
  );
}

type KindProps<Name extends string> = Pick<Props<Name>, 'onCopy'> & {
  lines: CountedLines<Name>;
  isOpen: boolean;
  onView: () => void;
};

function KindOfLines<Name extends string>({ lines, isOpen, onView, onCopy }: KindProps<Name>) {
  const { label, outcome, count, tone } = lines;
  const view = isOpen ? 'Hide' : 'View';
  return (
    <Group gap="var(--s1) var(--s3)" mih={30} {...(count === 0 && { c: 'dimmed' })}>
      {tone && <Dot tone={tone} />}
      <Text span inherit miw="3.5rem" fw={600} ta="end">
        {count.toLocaleString('en-US')}
      </Text>
      <Text span inherit flex="1 1 8rem">
        {label}
        {count > 0 && (
          <Text span size="xs" c="dimmed">
            {' '}
            – {outcome}
          </Text>
        )}
      </Text>
      {count > 0 && (
        <Box component="span" ms="auto">
          <Button
            size="compact-xs"
            variant="subtle"
            aria-expanded={isOpen}
            aria-label={`${view} ${label}`}
            onClick={onView}
          >
            {view}
          </Button>
          {onCopy && (
            <Button
              size="compact-xs"
              variant="subtle"
              title="Copy"
              aria-label={`Copy ${label}`}
              onClick={() => onCopy(lines)}
            >
              <Icon name="copy" />
            </Button>
          )}
        </Box>
      )}
    </Group>
  );
}

type TableProps<Name extends string> = Pick<Props<Name>, 'load' | 'revision'> & { lines: CountedLines<Name> };

function LineTable<Name extends string>({ lines: kind, load, revision }: TableProps<Name>) {
  const { name, label, count, columns } = kind;
  const [wanted, setWanted] = useState(AT_ONCE);
  // Of another number they are others.
  const lines = useAnswer(() => load(name, 0, wanted), [name, wanted, revision, count]).answer ?? [];
  const left = count - lines.length;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className={`${layout['card']} ${table['scroll']}`} aria-label={`${label}: lines`} tabIndex={0}>
      <table className={table['small']}>
        <TableHead names={columns} />
        <tbody>
          {lines.map((cells, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no name but their place.
            <tr key={line}>
              {columns.map((column, i) => (
                <td key={column} dir="auto">
                  {cells[i]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {lines.length >= wanted && left > 0 && (
        <Button size="compact-xs" onClick={() => setWanted(wanted + AT_ONCE)}>
          Show {Math.min(left, AT_ONCE)} more of {count.toLocaleString('en-US')}
        </Button>
      )}
    </section>
  );
}
