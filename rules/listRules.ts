import { LIST_LOG } from '#model/history.ts';
import { RESERVED_KEYS, UNREADABLE_KEYS } from '#model/keyProblem.ts';
import { MAX_ACCOUNT_LENGTH, MAX_KEYWORD_LENGTH } from '#model/limits.ts';
import { type FieldName, MAPPING_FIELDS, REQUIRED_FIELDS } from '#model/mapping.ts';
import {
  BEHIND_PATH,
  CHANGES_BY_KEY_PATH,
  CHANGES_PATH,
  HISTORY_PATH,
  LIST_VERSION_PATH,
  MAPPINGS_PATH,
} from '#model/paths.ts';
import {
  all,
  fieldOf,
  IS_ACCOUNT,
  IS_ADMIN,
  IS_ALLOWED,
  isNoneOf,
  isText,
  newRoot,
  type RuleTemplate,
} from './conditions.ts';
import {
  ENTRY_FIELDS,
  entryFields,
  hasFields,
  isCount,
  isInNewEntry,
  isNewEntry,
  isObject,
  seqField,
  versionOf,
} from './logRules.ts';

/** Keys that nobody may add: see model/keyProblem.ts. */
const isNone = (keys: readonly string[]) => isNoneOf('$key', keys);

const mappingFields = {
  description: { '.validate': isText(MAX_KEYWORD_LENGTH) },
  glAccount: { '.validate': IS_ACCOUNT },
} satisfies Record<FieldName, RuleTemplate>;

/**
 * `gl_mappings_version` decides who may write; `gl_mappings_changes` checks that the recorded values are the stored ones.
 */
const mappings: RuleTemplate = {
  '.read': IS_ALLOWED,
  $key: {
    '.write': isInNewEntry(LIST_LOG, 2, '$key'),
    // A removal is not validated: what is stored under such a key from before can go.
    '.validate': all(hasFields(...REQUIRED_FIELDS), isNone(RESERVED_KEYS)),
    ...mappingFields,
    $other: { '.validate': false },
  },
};

/** Nothing of the list and its history can be stored without a new version: who may do that is said here. */
const version: RuleTemplate = {
  ...versionOf(LIST_LOG, IS_ALLOWED, hasFields('count', 'sum')),
  count: isCount,
  sum: isCount,
};

const CHANGES_OF_ENTRY = `${newRoot(2)}.child('${CHANGES_PATH}/'+$id+'/changes')`;

/** What the list amounts to in a version: before the update, or after it. */
function sumOfVersion(root: string): RuleTemplate {
  return {
    '.validate': all(hasFields('count', 'sum'), "newData.parent().child('kind').val() == 'outside'"),
    $field: {
      '.validate': all(
        '$field.matches(/^(count|sum)$/)',
        `newData.val() == ${root}.child('${LIST_VERSION_PATH}/'+$field).val()`,
      ),
    },
  };
}

const history: RuleTemplate = {
  '.read': IS_ADMIN,
  '.indexOn': ['seq', 'batch'],
  $id: {
    '.write': isNewEntry(LIST_LOG, 2),
    // Entries without changes: one that closes a batch, one that says that entries are missing, and one that says what the
    // list amounted to by its history, and what was found instead.
    '.validate': all(
      // Without a kind the next condition has no value, and refuses.
      hasFields(...ENTRY_FIELDS.filter((name) => name !== 'kind'), 'set', 'removed'),
      `${CHANGES_OF_ENTRY}.exists() != newData.child('kind').val().matches(/^(outside|closed|behind)$/)`,
      `(newData.child('kind').val() != 'outside' || ${hasFields('expected', 'found')})`,
      `(newData.child('kind').val() != 'behind' || ${newRoot(2)}.child('${BEHIND_PATH}/id').val() == $id)`,
    ),
    ...entryFields(LIST_LOG),
    to: {
      '.validate': all(isText(MAX_ACCOUNT_LENGTH), "newData.parent().child('kind').val() == 'accounts'"),
    },
    expected: sumOfVersion('root'),
    found: sumOfVersion(newRoot(4)),
    $other: { '.validate': all('$other.matches(/^(set|removed|left)$/)', isCount['.validate']) },
  },
};

const STORED = `root.child('${MAPPINGS_PATH}/'+$key)`;
const WRITTEN = `${newRoot(4)}.child('${MAPPINGS_PATH}/'+$key)`;
const BEFORE = "newData.child('before')";
const AFTER = "newData.child('after')";

const equal = (a: string, b: string) => `${a}.val() == ${b}.val()`;

/** `before` is what is stored. Of a former shape without usable fields, only that there was something. */
const TELLS_BEFORE = `(${STORED}.hasChildren() ? ${all(
  `${BEFORE}.exists()`,
  ...MAPPING_FIELDS.map(
    (name) =>
      `(${fieldOf(STORED, name)}.hasChildren() || ${equal(fieldOf(BEFORE, name), fieldOf(STORED, name))})`,
  ),
)} : ${equal(BEFORE, STORED)})`;

/** `after` is what is written: a mapping as it must be, or nothing. */
const TELLS_AFTER = all(
  `${AFTER}.exists() == ${WRITTEN}.exists()`,
  ...MAPPING_FIELDS.map((name) => equal(fieldOf(AFTER, name), fieldOf(WRITTEN, name))),
);

const IS_CHANGE = `!(${all(`${AFTER}.exists()`, ...MAPPING_FIELDS.map((name) => equal(fieldOf(BEFORE, name), fieldOf(AFTER, name))))})`;

const changes: RuleTemplate = {
  '.read': IS_ALLOWED,
  '.indexOn': 'seq',
  $id: {
    '.write': isNewEntry(LIST_LOG, 2),
    '.validate': hasFields('seq'),
    seq: seqField(LIST_LOG),
    changes: {
      ...isObject,
      $key: {
        '.validate': all(
          TELLS_BEFORE,
          TELLS_AFTER,
          IS_CHANGE,
          `${newRoot(4)}.child('${CHANGES_BY_KEY_PATH}/'+$key+'/'+$id).exists()`,
          isNone(UNREADABLE_KEYS),
        ),
        $side: {
          '.validate': "$side == 'before' || $side == 'after'",
          $field: {
            '.validate': `(${MAPPING_FIELDS.map((name) => `$field == '${name}'`).join(' || ')}) && !newData.hasChildren()`,
          },
        },
      },
    },
    $other: { '.validate': false },
  },
};

/** The mapping list and its history: docs/rules.md, docs/decisions/014. */
export const listRules: RuleTemplate = {
  [MAPPINGS_PATH]: mappings,
  [LIST_VERSION_PATH]: version,
  [HISTORY_PATH]: history,
  [CHANGES_PATH]: changes,
};
