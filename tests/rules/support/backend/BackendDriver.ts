import type { Action, DocumentWrite, TreeValue } from '../actions.ts';
import { partsOf, type Tree, withValue } from '../memoryTree.ts';
import { type Person, people, personOf, type Role } from '../people.ts';
import { access, seed, users } from '../seed.ts';
import { DocumentCalls } from './DocumentCalls.ts';
import type { Verdict } from './DocumentListen.ts';
import type { Fixture, TreeNodes, Visitor } from './fixture.ts';
import { TreeCalls } from './TreeCalls.ts';
import { withUid } from './withUid.ts';

const SIGNED_OUT: Visitor = { uid: '', token: null, leave: async () => {} };

/** Does as one role what the matrix says, through the protocols of a running backend. */
export class BackendDriver {
  readonly #fixture: Fixture;
  readonly #visitor: Visitor;
  readonly #documents: DocumentCalls;
  readonly #tree: TreeCalls;
  /** The seed with the uid that the role's account really has. */
  readonly #seed: typeof seed;
  readonly #named: <T>(value: T) => T;

  private constructor(fixture: Fixture, visitor: Visitor, person: Person) {
    const { uid, token } = visitor;
    const named = <T>(value: T) => withUid(value, person.uid, uid);
    const authorization = token === null ? null : `Bearer ${token}`;
    this.#fixture = fixture;
    this.#visitor = visitor;
    this.#documents = new DocumentCalls({ ...fixture, authorization });
    this.#tree = new TreeCalls(fixture.treeAddress, token);
    this.#seed = named(seed);
    this.#named = named;
  }

  /** Seeds `fixture` and signs in as `role`. */
  static async enter(fixture: Fixture, role: Role): Promise<BackendDriver> {
    const person = personOf(role);
    const visitor = role === 'signedOut' ? SIGNED_OUT : await fixture.signIn(person);
    const driver = new BackendDriver(fixture, visitor, person);
    if (role === 'demoted') await driver.#asAdminBefore();
    await driver.#reset();
    return driver;
  }

  /** Tries it where `given` stands in the tree beside the seed, and puts everything back. */
  async try(action: Action, given: TreeNodes = {}): Promise<Verdict> {
    const hasGiven = Object.keys(given).length > 0;
    if (hasGiven) await this.#fixture.setTree(this.#named(given));
    const named = this.#named(action);
    const verdict = await this.#do(named);
    if (hasGiven || verdict === 'allowed') await this.#putBack(named);
    return verdict;
  }

  /** Signs out, for the next role. */
  async close(): Promise<void> {
    await this.#tree.close();
    await this.#visitor.leave();
  }

  /** The token is issued, and used, while its owner is an admin. */
  async #asAdminBefore(): Promise<void> {
    await this.#reset();
    const record = this.#seed.documents[users(people.demoted)];
    await this.#fixture.setDocuments({ [users(people.demoted)]: { ...record, admin: true } });
    await this.#fixture.setTree({ [`${access(people.demoted)}/admin`]: true });
    const verdicts = [await this.#documents.list('users'), await this.#tree.get('access')];
    if (verdicts.includes('refused')) throw new Error('The admin to be demoted is not an admin before');
  }

  #do(action: Action): Promise<Verdict> {
    if (action.on === 'document') {
      switch (action.verb) {
        case 'get':
          return this.#documents.get(action.path);
        case 'listen':
          return this.#documents.listen(action.path);
        case 'list':
          return this.#documents.list(action.collection);
        case 'listenAll':
          return this.#documents.listenToAll(action.collection);
        case 'commit':
          return this.#documents.commit(action.writes);
      }
    }
    switch (action.verb) {
      case 'get':
        return this.#tree.get(action.path);
      case 'listen':
        return this.#tree.listen(action.path);
      case 'set':
        return this.#tree.set(action.path, action.value);
      case 'update':
        return this.#tree.update(action.path, action.values);
    }
  }

  async #putBack(action: Action): Promise<void> {
    if (action.on === 'tree') return this.#resetTree();
    if (action.verb !== 'commit') return;
    for (const write of action.writes) await this.#putBackDocument(write);
  }

  async #putBackDocument({ path }: DocumentWrite): Promise<void> {
    const seeded = this.#seed.documents[path];
    if (seeded) await this.#fixture.setDocuments({ [path]: seeded });
    else await this.#fixture.deleteDocument(path);
  }

  async #reset(): Promise<void> {
    await this.#fixture.setDocuments(this.#seed.documents);
    await this.#resetTree();
  }

  async #resetTree(): Promise<void> {
    const whole = Object.entries(this.#seed.tree).reduce<Tree | undefined>(
      (tree, [path, value]) => withValue(tree, partsOf(path), value),
      undefined,
    );
    await this.#fixture.setTree(whole as Readonly<Record<string, TreeValue>>);
  }
}
