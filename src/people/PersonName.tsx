import { VisuallyHidden } from '@mantine/core';
import { use, useCallback, useEffect, useSyncExternalStore } from 'react';
import type { Author } from '#model/log/author.ts';
import { type PeopleNames, personName } from '#model/people.ts';
import type { Observable } from '../services/observable.ts';
import { PeopleContext } from './PeopleContext.ts';

const NOBODY: Observable<PeopleNames> = { get: () => EMPTY, subscribe: () => () => {} };
const EMPTY: PeopleNames = new Map();

/** Gives who it was, by name where that is known. */
export function usePersonName(): (author: Author) => string {
  const people = use(PeopleContext);
  useEffect(() => {
    if (people?.canReadAll) people.readAll();
  }, [people]);
  const { subscribe, get } = people?.names ?? NOBODY;
  const names = useSyncExternalStore(subscribe, get);
  return useCallback((author) => personName(author, names), [names]);
}

/** Who it was, by name where that is known, with the address for whoever points at it or listens. */
export function PersonName({ author }: { author: Author }) {
  const name = usePersonName()(author);
  const { email } = author;
  if (email === undefined || email === name) return name;
  return (
    <span title={email} dir="auto">
      {name}
      <VisuallyHidden> ({email})</VisuallyHidden>
    </span>
  );
}
