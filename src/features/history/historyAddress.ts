import type { HistoryQuery } from '#contract/history.ts';
import { CHANGE_KINDS, type ChangeKind } from '#model/history.ts';
import type { MappingKey } from '#model/mapping.ts';

/** What the user has chosen to see; blank for everything. Days are `YYYY-MM-DD`, in the time zone of the browser. */
export type HistoryFilters = {
  readonly person: string;
  readonly kind: ChangeKind | '';
  readonly from: string;
  readonly to: string;
  readonly text: string;
  /** The history of one mapping. */
  readonly key: string;
};

const NAMES = ['person', 'kind', 'from', 'to', 'text', 'key'] as const;

/** Reads the filters of the address; what is none is left out. */
export function filtersIn(query: URLSearchParams): HistoryFilters {
  const value = (name: (typeof NAMES)[number]) => query.get(name) ?? '';
  const day = (name: 'from' | 'to') => (startOfDay(value(name)) === null ? '' : value(name));
  const kind = CHANGE_KINDS.find((known) => known === value('kind')) ?? '';
  return {
    person: value('person'),
    kind,
    from: day('from'),
    to: day('to'),
    text: value('text'),
    key: value('key'),
  };
}

/** The address of the screen with these filters. */
export function addressOf(filters: HistoryFilters): string {
  const query = new URLSearchParams(NAMES.flatMap((name) => (filters[name] ? [[name, filters[name]]] : [])));
  return query.size === 0 ? '/history' : `/history?${query}`;
}

export function queryOf({ person, kind, from, to, text, key }: HistoryFilters): HistoryQuery {
  return {
    person: person || null,
    kind: kind || null,
    from: startOfDay(from),
    to: startOfDay(to, 1),
    text,
    key: (key as MappingKey) || null,
  };
}

/** Whether anything is filtered. */
export function isFiltered(filters: HistoryFilters): boolean {
  return NAMES.some((name) => filters[name] !== '');
}

/** The first moment of a day, or of the day so many days later; null if it is none. */
function startOfDay(day: string, later = 0): number | null {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? [];
  if (year === undefined) return null;
  const time = new Date(Number(year), Number(month) - 1, Number(date) + later).getTime();
  return Number.isNaN(time) ? null : time;
}
