import { skeletonOf } from './confusable.ts';
import type { Author } from './log/author.ts';
import { authorName } from './text/historyWords.ts';
import type { UserRecord } from './user.ts';

/** The names by which people are shown, by address. */
export type PeopleNames = ReadonlyMap<string, string>;

/** Names that say who somebody is: not blank, like nobody else's at a glance, and neither an address nor the server's. */
export function peopleNames(records: readonly Pick<UserRecord, 'email' | 'name'>[]): PeopleNames {
  const named = records.flatMap(({ email, name }) => {
    const shown = name.trim().replace(/\s+/g, ' ');
    return shown === '' || shown.includes('@') ? [] : { email, shown, skeleton: skeletonOf(shown) };
  });
  const bearers = new Map([[skeletonOf(authorName({ uid: 'server' })), 1]]);
  for (const { skeleton } of named) bearers.set(skeleton, (bearers.get(skeleton) ?? 0) + 1);
  return new Map(
    named.flatMap(({ email, shown, skeleton }) => (bearers.get(skeleton) === 1 ? [[email, shown]] : [])),
  );
}

/** Who it was: the name of the user record, else the address. */
export function personName(author: Author, names: PeopleNames): string {
  return names.get(author.email ?? '') ?? authorName(author);
}
