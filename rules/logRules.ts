import { MAX_NOTE_LENGTH } from '#model/limits.ts';
import type { Log } from '#model/log/entry.ts';
import {
  all,
  fieldOf,
  IS_ADMIN,
  isId,
  isText,
  isWhole,
  MY_EMAIL,
  newRoot,
  type RuleTemplate,
} from './conditions.ts';

/*
 * In a log every change of some places is an entry. An update stores a new version, the entry that the version names and
 * its changes, or nothing: each requires the others. Nothing of it is changed or removed later, since only the entry of
 * a new version is granted.
 */

const idOf = (log: Log, root: string) => `${root}.child('${log.version}/id').val()`;
const seqOf = (log: Log, root: string) => `${root}.child('${log.version}/seq').val()`;

/** `$id`, which was not there, is the entry of the version. `depth`: keys above the rule. */
const isEntryOfVersion = (log: Log, depth: number) =>
  all('!data.exists()', `${idOf(log, newRoot(depth))} == $id`);

/** The same, of a version that the update stores. */
export const isNewEntry = (log: Log, depth: number) =>
  all(isEntryOfVersion(log, depth), `$id != ${idOf(log, 'root')}`);

/** The update stores a new version, whose entry says that it changes `key`. */
export function isInNewEntry(log: Log, depth: number, key: string): string {
  const id = idOf(log, newRoot(depth));
  const changed = `${newRoot(depth)}.child('${log.changes}/'+${id}+'/changes/'+${key})`;
  return all(`${id} != ${idOf(log, 'root')}`, `${changed}.exists()`);
}

const VERSION_SO_FAR = "(data.child('id').exists() ? data.child('id').val() : 'none')";
/** Lists of former forms have no number: their first entry begins the history. */
const NEXT_SEQ = "(data.child('seq').isNumber() ? data.child('seq').val() + 1 : 1)";

/**
 * A version follows the stored one and comes with its entry. Checked in `.write`, since `.validate` does not run for nodes
 * that an update leaves unchanged.
 */
function followsStored({ history, changes }: Log): string {
  const id = "newData.child('id').val()";
  const nodes = [...new Set([history, changes])];
  return all(
    `newData.child('after').val() == ${VERSION_SO_FAR}`,
    `newData.child('seq').val() == ${NEXT_SEQ}`,
    // Not that of a former entry with this id, which would stay as it is and has a lower number.
    ...nodes.map(
      (node) => `${newRoot(1)}.child('${node}/'+${id}+'/seq').val() == newData.child('seq').val()`,
    ),
  );
}

/** The version of a log, with the fields that all logs have; a writer of it adds an entry. */
export const versionOf = (log: Log, read: string, ...more: readonly string[]): RuleTemplate => ({
  '.read': read,
  '.write': all(IS_ADMIN, ...more, followsStored(log)),
  // `none` stands for the entry before the first.
  id: { '.validate': all(isId('newData.val()'), "newData.val() != 'none'") },
  // Compared with the stored version in `.write`.
  seq: { '.validate': true },
  after: { '.validate': true },
  $other: { '.validate': false },
});

/** At a field of an entry or of its changes: it is the number of the version. */
export const seqField = (log: Log): RuleTemplate => ({
  '.validate': `newData.val() == ${seqOf(log, newRoot(3))}`,
});

/** The server's time. */
export const isNow: RuleTemplate = { '.validate': 'newData.val() == now' };

/** The writer's address, in lower case. */
export const isMyEmail: RuleTemplate = { '.validate': `newData.val() == ${MY_EMAIL}.toLowerCase()` };

/** Who writes it: the account, and the address in lower case. */
export const byMe: RuleTemplate = {
  '.validate': "newData.hasChildren(['uid','email'])",
  uid: { '.validate': 'newData.val() == auth.uid' },
  email: isMyEmail,
  $other: { '.validate': false },
};

/** The names of the fields that every entry has, besides `seq`, which the version asks for. */
export const ENTRY_FIELDS = ['after', 'at', 'by', 'kind', 'batch'] as const;

/** The fields of an entry, as far as all logs have them: who made it, when, and what it comes after. */
export function entryFields(log: Log): RuleTemplate {
  return {
    seq: seqField(log),
    after: { '.validate': `newData.val() == ${newRoot(3)}.child('${log.version}/after').val()` },
    at: isNow,
    by: byMe,
    kind: { '.validate': `newData.val().matches(/^(${log.kinds.join('|')})$/)` },
    batch: { '.validate': isId('newData.val()') },
    note: { '.validate': isText(MAX_NOTE_LENGTH) },
    $other: { '.validate': false },
  };
}

export const hasFields = (...names: readonly string[]) =>
  `newData.hasChildren([${names.map((name) => `'${name}'`).join(',')}])`;

/** A plain value has no children that could be checked: it would say anything in place of them. */
export const isObject: RuleTemplate = { '.validate': 'newData.hasChildren()' };

/** Beyond that, numbers have gaps. */
export const isCount = {
  '.validate': all(isWhole(0), `newData.val() <= ${Number.MAX_SAFE_INTEGER}`),
};

type EntriesWithChanges = {
  /** Entries and changes are one node. */
  readonly log: Log;
  /** The wildcard that names a child of the node whose children an entry changes. */
  readonly key: string;
  /** The fields of a child: what its key says, and what can change. */
  readonly fixed: readonly string[];
  readonly changeable: readonly string[];
  readonly indexes: string | readonly string[];
};

/** The entries of a log that keeps its changes in them: what each child was and is, as stored and as written. */
export function entriesWithChanges(entries: EntriesWithChanges): RuleTemplate {
  const { log, key, fixed, changeable, indexes } = entries;
  const fields = [...fixed, ...changeable];
  const place = (root: string) => `${root}.child('${log.changed}/'+${key})`;
  const [before, after] = ["newData.child('before')", "newData.child('after')"];
  return {
    '.read': IS_ADMIN,
    '.indexOn': indexes,
    $id: {
      // Its changes are true, and none is without a new version.
      '.write': isEntryOfVersion(log, 2),
      '.validate': hasFields(...ENTRY_FIELDS, 'changes'),
      ...entryFields(log),
      changes: {
        ...isObject,
        [key]: {
          '.validate': all(
            isWholeOf(before, place('root'), fields),
            isWholeOf(after, place(newRoot(4)), fields),
            `!(${isSame(before, after, changeable)})`,
          ),
          $side: {
            '.validate': "$side == 'before' || $side == 'after'",
            $field: { '.validate': `$field.matches(/^(${fields.join('|')})$/)` },
          },
        },
      },
    },
  };
}

/** A side of a change is what is stored: nothing, a plain value, or an object with the same fields. */
const isWholeOf = (side: string, stored: string, fields: readonly string[]) =>
  `(${stored}.hasChildren() ? ${isSame(side, stored, fields)} : ${side}.val() == ${stored}.val())`;

const isSame = (a: string, b: string, fields: readonly string[]) =>
  all(...fields.map((name) => `${fieldOf(a, name)}.val() == ${fieldOf(b, name)}.val()`));
