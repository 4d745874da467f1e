import { Button, Group, NativeSelect, Paper, Text, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { FileReadingSummary } from '#contract/analysis.ts';
import { isStatementFormat, NO_COLUMN, type ReadChoices } from '#model/fileReading.ts';
import { grouped } from '#model/text/figures.ts';
import { fileMessages } from '#model/text/fileMessages.ts';
import {
  delimiterLabels,
  encodingLabels,
  encodingSamples,
  readingNotes,
  statementText,
} from '#model/text/readMessages.ts';
import layout from '../ui/layout.module.css';
import { TableHead } from '../ui/TableHead.tsx';
import { TickBox } from '../ui/TickBox.tsx';
import styles from '../ui/table.module.css';
import { FormatChoices } from './FormatChoices.tsx';

/** A file that was read, and what was chosen for it. */
type ReadFile = {
  readonly file: { readonly name: string };
  readonly reading: FileReadingSummary;
  readonly choices: ReadChoices;
  /** Its columns must be chosen before it can be read. */
  readonly isPending: boolean;
  /** So many of the columns every table has, of the others it may have none; all if not given. */
  readonly needed?: number;
};

type Props = {
  last: ReadFile;
  /** What the columns hold that are chosen here, in the order of `reading.columns`. */
  columns: readonly string[];
  isBusy: boolean;
  /** Says all in one line until *Change…* is pressed or the encoding is in doubt. */
  isSmall?: boolean;
  /** Whether the choices are open at first, and what is called when they are opened or closed. */
  isFirstOpen?: boolean;
  onOpen?: (isOpen: boolean) => void;
  /** Reads the file again with these choices. */
  onChoose: (choices: ReadChoices) => void;
  onClose: () => void;
  /** Further choices, below these. */
  children?: ReactNode;
};

/** How a file was read, and what can be chosen instead: encoding, delimiter, sheet, header and columns. */
export function FileReadingPanel(props: Props) {
  const { last, columns, isBusy, isSmall = false, onChoose, onClose } = props;
  const { reading, isPending } = last;
  const isInDoubt = isPending || reading.encoding?.isCertain === false;
  const [isOpened, setOpened] = useState(props.isFirstOpen ?? false);
  const isOpen = isOpened || isInDoubt;
  const isFolded = isSmall && !isOpen;
  const toggle = () => {
    setOpened(!isOpened);
    props.onOpen?.(!isOpened);
  };
  return (
    <Paper
      component="section"
      withBorder={!isFolded}
      p={isFolded ? 0 : 'sm'}
      {...(isFolded && { bg: 'transparent' })}
      aria-label={fileMessages.howRead(last.file.name)}
    >
      <div
        className={
          isFolded ? `${layout['cluster']} ${layout['dense']} ${layout['oneLine']}` : layout['between']
        }
      >
        {isFolded ? (
          <InOneLine name={last.file.name} reading={reading} columns={columns} />
        ) : (
          <Title order={2} size="h5">
            {isPending ? (
              // Read out: the panel comes while the focus is elsewhere.
              <span role="alert">{fileMessages.chooseColumns(last.file.name)}</span>
            ) : (
              fileMessages.howRead(last.file.name)
            )}
          </Title>
        )}
        <div className={layout['cluster']}>
          {!isInDoubt && (
            <Button size="compact-xs" aria-expanded={isOpen} onClick={toggle}>
              {isOpen ? 'Hide choices' : 'Change…'}
            </Button>
          )}
          <Button size="compact-xs" onClick={onClose}>
            {isPending ? 'Cancel' : 'Close'}
          </Button>
        </div>
      </div>
      {!isFolded && (
        <Reading last={last} columns={columns} isOpen={isOpen} isBusy={isBusy} onChoose={onChoose} />
      )}
      {isOpen && props.children}
    </Paper>
  );
}

type InOneLineProps = { name: string; reading: FileReadingSummary; columns: readonly string[] };

/** How a file was read, and how many lines were left out. */
function InOneLine({ name, reading, columns }: InOneLineProps) {
  const skipped = [...reading.leftOut, ...wordsOf(reading)];
  return (
    <p>
      {name}:{' '}
      <span className={skipped.length > 0 ? layout['hiddenOnPhone'] : undefined}>
        {summaryOf(reading, columns)}
      </span>{' '}
      {skipped.join(' ')}
    </p>
  );
}

type ReadingProps = Pick<Props, 'last' | 'columns' | 'isBusy' | 'onChoose'> & { isOpen: boolean };

/** What was recognised and left out; opened, what can be chosen instead. */
function Reading({ last, columns, isOpen, isBusy, onChoose }: ReadingProps) {
  const { reading, choices } = last;
  const choose = (change: ReadChoices) => onChoose(combined(choices, change));
  return (
    <>
      <Text mt={4}>{summaryOf(reading, columns)}</Text>
      {reading.encoding?.isCertain === false && (
        <Text fw={600}>{fileMessages.encodingInDoubt(encodingSamples(reading.encoding))}</Text>
      )}
      {wordsOf(reading).map((note) => (
        <Text key={note}>{note}</Text>
      ))}
      <SkippedLines reading={reading} isBusy={isBusy} onReadAll={() => choose(allLines(reading))} />
      {choices.header === null && (
        <Button size="compact-xs" disabled={isBusy} onClick={() => onChoose(withoutHeader(choices))}>
          {fileMessages.leaveOutAgain}
        </Button>
      )}
      {isOpen && (
        <>
          <Choices key={last.file.name} last={last} columns={columns} isBusy={isBusy} onChoose={choose} />
          <Preview reading={reading} />
        </>
      )}
    </>
  );
}

/** Other columns come of another sheet or delimiter. */
function combined({ columns, ...choices }: ReadChoices, change: ReadChoices): ReadChoices {
  const isOtherTable = change.sheet !== undefined || change.delimiter !== undefined;
  return { ...choices, ...(columns && !isOtherTable && { columns }), ...change };
}

function allLines({ columns }: FileReadingSummary): ReadChoices {
  return { header: null, ...(columns && { columns }) };
}

function withoutHeader({ encoding, delimiter, sheet }: ReadChoices): ReadChoices {
  return { ...(encoding && { encoding }), ...(delimiter && { delimiter }), ...(sheet && { sheet }) };
}

/** What a person should know: balances, and what was read in a way that may surprise. */
function wordsOf(reading: FileReadingSummary): readonly string[] {
  return [...reading.statements.map(statementText), ...readingNotes(reading)];
}

function summaryOf(
  { encoding, delimiter, sheet, header, columns, names }: FileReadingSummary,
  labels: readonly string[],
): string {
  const parts = [
    sheet && `Sheet “${sheet.name}”`,
    encoding && encodingLabels[encoding.name],
    delimiter && `${delimiterLabels[delimiter].toLowerCase()} between the columns`,
    header && `columns named in line ${grouped(header.line)}`,
    labels.length === 0 && joinedColumns(columns ?? [], names),
    columns && labels.flatMap((label, i) => meaningOf(label, columns[i] ?? i, names)).join(', '),
  ];
  return `${parts.filter(Boolean).join('; ')}.`;
}

function meaningOf(label: string, column: number, names: readonly string[]): readonly string[] {
  return column === NO_COLUMN ? [] : [`${inSentence(label)}: ${nameOf(names, column)}`];
}

/** The columns that are the descriptions together, where there are several. */
function joinedColumns(columns: readonly number[], names: readonly string[]): string {
  return columns.length < 2
    ? ''
    : `descriptions in ${columns.map((column) => nameOf(names, column)).join(' + ')}`;
}

function nameOf(names: readonly string[], column: number): string {
  return names[column] ?? `column ${column + 1}`;
}

function inSentence(label: string): string {
  return label.startsWith('GL') ? label : label.toLowerCase();
}

type SkippedLinesProps = { reading: FileReadingSummary; isBusy: boolean; onReadAll: () => void };

/** Says which lines were left out and why, and reads them too on demand. */
function SkippedLines({ reading, isBusy, onReadAll }: SkippedLinesProps) {
  const [isOpen, setOpen] = useState(false);
  if (reading.leftOut.length === 0) return null;
  const isStatement = isStatementFormat(reading.format);
  return (
    <>
      <Group gap="xs">
        <Text>{reading.leftOut.join(' ')}</Text>
        <Button size="compact-xs" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide them' : 'View them'}
        </Button>
        {!isStatement && (
          <Button size="compact-xs" disabled={isBusy} onClick={onReadAll}>
            Read all lines
          </Button>
        )}
      </Group>
      {isOpen && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
        <section className={`${layout['card']} ${styles['scroll']}`} aria-label="Lines left out" tabIndex={0}>
          <table className={styles['small']}>
            <TableHead names={['Line', 'Text']} />
            <tbody>
              {reading.skipped.map(({ line, text }) => (
                <tr key={line}>
                  <td>{grouped(line)}</td>
                  <td>{text}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </>
  );
}

type ChoicesProps = {
  last: ReadFile;
  columns: readonly string[];
  isBusy: boolean;
  onChoose: (change: ReadChoices) => void;
};

/** A select for each thing that was recognised. A change is tried at once; columns that are missing, all together. */
function Choices({ last: { reading, isPending, needed }, columns, isBusy, onChoose }: ChoicesProps) {
  const isStatement = isStatementFormat(reading.format);
  return (
    <Group gap="sm" align="end" my="xs" className={layout['halves'] ?? ''}>
      <FormatChoices reading={reading} isStatement={isStatement} isBusy={isBusy} onChoose={onChoose} />
      {!isStatement && (
        <TickBox
          label="The first line names the columns"
          disabled={isBusy}
          checked={reading.header !== null}
          onChange={(event) => onChoose({ header: event.currentTarget.checked ? 1 : null })}
        />
      )}
      <ColumnChoices
        key={reading.names.join('\n')}
        labels={columns}
        needed={needed ?? columns.length}
        reading={reading}
        isPending={isPending}
        isBusy={isBusy}
        onChoose={(columns) => onChoose({ columns })}
      />
    </Group>
  );
}

type ColumnChoicesProps = {
  labels: readonly string[];
  needed: number;
  reading: FileReadingSummary;
  isPending: boolean;
  isBusy: boolean;
  onChoose: (columns: readonly number[]) => void;
};

function ColumnChoices({ labels, needed, reading, isPending, isBusy, onChoose }: ColumnChoicesProps) {
  const [columns, setColumns] = useState(reading.columns ?? reading.guess);
  const options = reading.names.map((name, column) => ({ value: String(column), label: name }));
  const optional = [{ value: String(NO_COLUMN), label: 'none' }, ...options];
  const isSame = columns[0] === columns[1];
  const change = (place: number, column: number) => {
    const changed = columns.map((former, i) => (i === place ? column : former));
    setColumns(changed);
    if (!isPending && changed[0] !== changed[1]) onChoose(changed);
  };
  return (
    <>
      {labels.map((label, place) => (
        <NativeSelect
          key={label}
          label={`${label} column`}
          disabled={isBusy}
          error={isSame && place === 1 ? 'Choose another column' : undefined}
          value={String(columns[place] ?? place)}
          data={place < needed ? options : optional}
          onChange={({ currentTarget: { value } }) => change(place, Number(value))}
        />
      ))}
      {isPending && (
        <Button variant="filled" disabled={isBusy || isSame} onClick={() => onChoose(columns)}>
          Read these columns
        </Button>
      )}
    </>
  );
}

/** The first lines of data as they are cut into columns. */
function Preview({ reading: { names, preview, columns, guess } }: { reading: FileReadingSummary }) {
  const chosen = columns ?? guess;
  return (
    <section
      className={`${layout['card']} ${styles['scroll']}`}
      aria-label="First lines of the file"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      tabIndex={0}
    >
      <table className={styles['small']}>
        <thead>
          <tr>
            {names.slice(0, 40).map((name, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one name.
              <th key={column} scope="col" data-chosen={chosen.includes(column) || undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {preview.map((cells, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no name but their place.
            <tr key={line}>
              {names.slice(0, 40).map((_name, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: cells have no name but their place.
                <td key={column} data-chosen={chosen.includes(column) || undefined}>
                  {cells[column]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
