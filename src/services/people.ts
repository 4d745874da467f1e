import type { PeopleNames } from '#model/people.ts';
import type { UserRecord } from '#model/user.ts';
import { createObservable, type Observable } from './observable.ts';
import type { UsersService } from './records.ts';

const NOBODY: PeopleNames = new Map();

/** What the people of this session are called: everybody for admins, who may read all records; else only oneself. */
export class People {
  readonly #names = createObservable(NOBODY);
  readonly names: Observable<PeopleNames> = this.#names;
  #reading: Promise<void> | null = null;

  constructor(private readonly users: () => Promise<Pick<UsersService, 'readUsers'>>) {}

  /** Another person signs in, or nobody. */
  forget(): void {
    this.#reading = null;
    this.#names.set(NOBODY);
  }

  /** The person's own record, which is read first. */
  takeOwn({ email, name }: UserRecord): void {
    if (this.#reading === null && name.trim() !== '') this.#names.set(new Map([[email, name.trim()]]));
  }

  /** Reads all records, once: a name that changes later shows after a reload. Without an answer addresses stand alone. */
  readAll(): void {
    if (this.#reading !== null) return;
    const reading = this.#read(() => this.#reading === reading);
    this.#reading = reading;
  }

  async #read(isWanted: () => boolean): Promise<void> {
    try {
      const records = await (await this.users()).readUsers();
      // Fetched only now: the first load has no use for it.
      const { peopleNames } = await import('#model/people.ts');
      if (isWanted()) this.#names.set(peopleNames(records));
    } catch (error) {
      console.warn('The names of people are not known:', error);
      if (isWanted()) this.#reading = null;
    }
  }
}
