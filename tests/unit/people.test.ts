import { describe, expect, it } from 'vitest';
import { normaliseEmail } from '#model/email.ts';
import { peopleNames, personName } from '#model/people.ts';
import type { UserRecord } from '#model/user.ts';
import { People } from '#src/services/people.ts';

const record = (email: string, name: string): UserRecord => ({
  email: normaliseEmail(email),
  name,
  allow: true,
  admin: false,
});
const namesOf = (...people: readonly (readonly [email: string, name: string])[]) =>
  Object.fromEntries(peopleNames(people.map(([email, name]) => record(email, name))));

const ANN = ['ann@x.test', 'Ann Lee'] as const;

describe('somebody is shown by', () => {
  it.each([
    ['the name', [['ann@x.test', ' Ann  Lee ']], { 'ann@x.test': 'Ann Lee' }],
    ['the address where there is no name', [['ann@x.test', ' ']], {}],
    ['the address where two have one name', [ANN, ['al@x.test', 'ann lee']], {}],
    ['the address where two names look the same', [ANN, ['al@x.test', 'Аnn Lee']], {}],
    ['the address where the name is that of the server', [['ann@x.test', 'System']], {}],
    ['the address where the name is somebody’s address', [['ann@x.test', 'bob@x.test']], {}],
  ] as const)('%s', (_name, people, names) => expect(namesOf(...people)).toEqual(names));

  it('the address when removed, and as the server when it was', () => {
    const names = peopleNames([record('ann@x.test', 'Ann Lee')]);
    expect(personName({ uid: 'a', email: 'ann@x.test' }, names)).toBe('Ann Lee');
    expect(personName({ uid: 'b', email: 'gone@x.test' }, names)).toBe('gone@x.test');
    expect(personName({ uid: 'server' }, names)).toBe('System');
  });
});

describe('the people of a session', () => {
  const setup = () => {
    const asked: ((records: readonly UserRecord[]) => void)[] = [];
    const readUsers = () => new Promise<readonly UserRecord[]>((resolve) => asked.push(resolve));
    return { people: new People(async () => ({ readUsers })), asked };
  };
  const settled = () => new Promise((resolve) => setTimeout(resolve, 50));

  it('are read once, whoever asks, and the own record that comes later changes nothing', async () => {
    const { people, asked } = setup();
    people.readAll();
    people.readAll();
    await settled();
    expect(asked).toHaveLength(1);
    people.takeOwn(record('ann@x.test', 'Ann'));
    asked[0]?.([record('ann@x.test', 'Ann'), record('bob@x.test', 'Bob')]);
    await settled();
    people.takeOwn(record('ann@x.test', 'Ann'));
    expect([...people.names.get().values()]).toEqual(['Ann', 'Bob']);
  });

  it('are not those of the next person', async () => {
    const { people, asked } = setup();
    people.takeOwn(record('ann@x.test', 'Ann'));
    people.readAll();
    await settled();
    people.forget();
    asked[0]?.([record('bob@x.test', 'Bob')]);
    await settled();
    expect(people.names.get().size).toBe(0);
  });
});
