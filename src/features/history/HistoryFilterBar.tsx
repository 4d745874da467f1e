import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { Author } from '#model/log/author.ts';
import { KIND_NAMES, type LoggedKind } from '#model/text/historyWords.ts';
import { usePersonName } from '../../people/PersonName.tsx';
import layout from '../../ui/layout.module.css';
import { SearchField } from '../../ui/SearchField.tsx';
import { Toolbar } from '../../ui/Toolbar.tsx';
import { type HistoryFilters, isFiltered, NO_FILTERS } from './historyAddress.ts';

/** Delay after the last key stroke before the search begins. Milliseconds. */
const TYPING_MS = 200;

type Props = {
  /** What the search box says. */
  search: string;
  kinds: readonly LoggedKind[];
  filters: HistoryFilters;
  people: readonly Author[];
  isExporting: boolean;
  canExport: boolean;
  onChange: (filters: HistoryFilters) => void;
  onExport: () => void;
};

/** What is listed: by text, person, kind and days, or one mapping; and the export of it. */
export function HistoryFilterBar({ search, kinds, filters, people, onChange, ...exporting }: Props) {
  const { isExporting, canExport, onExport } = exporting;
  const set = (part: Partial<HistoryFilters>) => onChange({ ...filters, ...part });
  const nameOf = usePersonName();
  return (
    <Toolbar label="Filters">
      {filters.key === '' ? (
        <SearchBox label={search} text={filters.text} onText={(text) => set({ text })} />
      ) : (
        <Button
          variant="light"
          className={layout['wrap'] ?? ''}
          rightSection="×"
          onClick={() => set({ key: '' })}
          aria-label={`Only ${filters.key}: show all mappings`}
        >
          Only {filters.key}
        </Button>
      )}
      <NativeSelect
        aria-label="Person"
        className={layout['half'] ?? ''}
        value={filters.person}
        onChange={(event) => set({ person: event.currentTarget.value })}
        data={[{ value: '', label: 'All people' }, ...peopleOf(people, filters.person, nameOf)]}
      />
      <NativeSelect
        aria-label="Kind of change"
        className={layout['half'] ?? ''}
        value={filters.kind}
        onChange={(event) => set({ kind: event.currentTarget.value as LoggedKind | '' })}
        data={[
          { value: '', label: 'All kinds' },
          ...kinds.map((kind) => ({ value: kind, label: KIND_NAMES[kind] })),
        ]}
      />
      <Day label="From" value={filters.from} onDay={(from) => set({ from })} />
      <Day label="To" value={filters.to} onDay={(to) => set({ to })} />
      {isFiltered(filters) && (
        <Button variant="subtle" onClick={() => onChange(NO_FILTERS)}>
          Clear filters
        </Button>
      )}
      <Button loading={isExporting} disabled={!canExport} onClick={onExport}>
        Export CSV
      </Button>
    </Toolbar>
  );
}

/** Passes the text on when typing pauses. */
function SearchBox({ label, text, onText }: { label: string; text: string; onText: (text: string) => void }) {
  const [typed, setTyped] = useState(text);
  const [former, setFormer] = useState(text);
  const sent = useRef(text);
  if (former !== text) {
    setFormer(text);
    // The address has changed by something else than this box, whose own change comes back while typing goes on.
    if (sent.current !== text) setTyped(text);
  }
  useEffect(() => {
    sent.current = text;
  }, [text]);
  useEffect(() => {
    if (typed === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = typed;
      onText(typed);
    }, TYPING_MS);
    return () => clearTimeout(timer);
  });
  return (
    <SearchField
      className={layout['grow'] ?? ''}
      label={label}
      shortcut="Search the history"
      value={typed}
      onText={setTyped}
    />
  );
}

function Day({ label, value, onDay }: { label: string; value: string; onDay: (day: string) => void }) {
  return (
    <TextInput
      type="date"
      aria-label={`${label} day`}
      title={label}
      leftSection={label}
      leftSectionWidth={38}
      classNames={{ section: layout['note'] ?? '' }}
      className={layout['half'] ?? ''}
      value={value}
      onChange={(event) => onDay(event.currentTarget.value)}
    />
  );
}

/** A person of the address may not have been read yet. */
function peopleOf(people: readonly Author[], chosen: string, nameOf: (author: Author) => string) {
  const known = people.map((person) => ({ value: person.uid, label: nameOf(person) }));
  const isKnown = chosen === '' || known.some(({ value }) => value === chosen);
  return isKnown ? known : [...known, { value: chosen, label: chosen }];
}
