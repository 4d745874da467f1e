import type { HistoryQuery, LogName } from '#contract/history.ts';
import type { MappingKey } from '#model/mapping.ts';
import type { LoggedKind } from '#model/text/historyWords.ts';

/** What the user has chosen to see; blank for everything. Days are `YYYY-MM-DD`, in the time zone of the browser. */
export type HistoryFilters = {
  readonly person: string;
  readonly kind: LoggedKind | '';
  readonly from: string;
  readonly to: string;
  readonly text: string;
  /** The history of one mapping. */
  readonly key: string;
};

const NAMES = ['person', 'kind', 'from', 'to', 'text', 'key'] as const;

export const NO_FILTERS: HistoryFilters = { person: '', kind: '', from: '', to: '', text: '', key: '' };

/** Which history the address names. */
export function logIn(query: URLSearchParams): LogName {
  const name = query.get('log');
  return name === 'access' || name === 'chart' ? name : 'list';
}

/** Reads the filters of the address; what is none is left out. */
export function filtersIn(query: URLSearchParams, kinds: readonly LoggedKind[]): HistoryFilters {
  const value = (name: (typeof NAMES)[number]) => query.get(name) ?? '';
  const day = (name: 'from' | 'to') => (startOfDay(value(name)) === null ? '' : value(name));
  const kind = kinds.find((known) => known === value('kind')) ?? '';
  return {
    person: value('person'),
    kind,
    from: day('from'),
    to: day('to'),
    text: value('text'),
    key: value('key'),
  };
}

/** The address of the screen with this history and these filters. */
export function addressOf(log: LogName, filters = NO_FILTERS): string {
  const chosen = NAMES.flatMap((name) => (filters[name] ? [[name, filters[name]]] : []));
  const query = new URLSearchParams([...(log === 'list' ? [] : [['log', log]]), ...chosen]);
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
