import type { AccessEntry } from '#model/access.ts';
import type { Application } from '#model/application.ts';
import type { StoredChartAccount } from '#model/chart.ts';
import type { Mapping } from '#model/mapping.ts';
import {
  ACCESS_HISTORY_PATH,
  ACCESS_PATH,
  ACCESS_VERSION_PATH,
  APPLICATIONS_COLLECTION,
  CHANGES_PATH,
  CHART_HISTORY_PATH,
  CHART_PATH,
  CHART_VERSION_PATH,
  HISTORY_PATH,
  LIST_VERSION_PATH,
  MAPPINGS_PATH,
  PING_PATH,
  PROPOSAL_LIMIT_PATH,
  PROPOSALS_PATH,
  USAGE_DAILY_PATH,
  USAGE_TOTAL_PATH,
  USERS_COLLECTION,
} from '#model/paths.ts';
import type {
  ApprovedMapping,
  Proposal,
  ProposalDecision,
  ProposalName,
  ProposedMapping,
} from '#model/proposal.ts';
import type { UserRecord } from '#model/user.ts';
import { type MatchBlock, parseRuleset } from '#server/rules/firestore/ruleset.ts';
import type { Expression } from '#server/rules/syntax/ast.ts';
import { namesOf } from '../../support/namesOf.ts';

/** What rules name: each place, and what may be done or which fields may stand there. Wildcards are written `*`. */
type Inventory = Readonly<Record<string, readonly string[]>>;

const USER_FIELDS = namesOf<Required<UserRecord>>()([
  'email name allow admin lastLogin createdAt uid',
]).sort();
const APPLICATION_FIELDS = namesOf<Application>()(['email name appliedAt uid emailVerified']).sort();
const MAPPING_FIELDS = namesOf<Omit<Mapping, 'key'>>()(['description glAccount']).sort();
const ACCOUNT_FIELDS = namesOf<Required<StoredChartAccount>>()(['code name note retired']).sort();
const ENTRY_FIELDS = namesOf<Required<AccessEntry>>()(['email allow admin uid']).sort();
const PROPOSED_FIELDS = namesOf<ProposedMapping>()(['keyword account line']).sort();
const PROPOSAL_FIELDS = namesOf<Omit<Proposal, keyof ProposalName | 'decided'> & { count: number }>()([
  'keyword account note line email at count',
]).sort();
const DECISION_FIELDS = namesOf<Omit<ProposalDecision, 'approved'> & { decision: string }>()([
  'decision word by at',
]).sort();
const APPROVED_FIELDS = namesOf<ApprovedMapping>()(['key keyword account batch']).sort();

/** Matches with their operations, and field lists with their fields. */
export const FIRESTORE_INVENTORY: Inventory = {
  [`/databases/*/documents/${USERS_COLLECTION}/*`]: ['create', 'delete', 'get', 'list', 'update'],
  [`/databases/*/documents/${USERS_COLLECTION}/* only`]: USER_FIELDS,
  [`/databases/*/documents/${USERS_COLLECTION}/* isOwnLogin only`]: ['lastLogin'],
  [`/databases/*/documents/${APPLICATIONS_COLLECTION}/*`]: ['create', 'delete', 'get', 'list'],
  [`/databases/*/documents/${APPLICATIONS_COLLECTION}/* only`]: APPLICATION_FIELDS,
};

const READ = ['.read'];
const WRITE = ['.write'];
const VALIDATE = ['.validate'];
const WRITTEN = ['.validate', '.write'];
const INDEXED = ['.indexOn', '.read'];
const ALL = ['.read', '.validate', '.write'];
/** The fields of an entry of either history. */
const LOG_FIELDS = ['after', 'at', 'batch', 'by', 'kind', 'note', 'seq'];

/** Places with the kinds of rules that stand there; a place of fields allows no others. */
export const DATABASE_INVENTORY: Inventory = {
  // Marks, the newest seals, and the newest entry of kind `behind`, by the end of their names.
  '*': ['.read', '.write'],
  '*/*': VALIDATE,
  '*/*/*': WRITTEN,
  '*/*/*/*': WRITTEN,
  ...closedPlace(`${MAPPINGS_PATH}/*`, ['.validate', '.write'], MAPPING_FIELDS),
  [MAPPINGS_PATH]: READ,
  ...closedPlace(LIST_VERSION_PATH, ['.read', '.write'], ['after', 'count', 'id', 'seq', 'sum']),
  [HISTORY_PATH]: INDEXED,
  [`${HISTORY_PATH}/*`]: WRITTEN,
  // Of figures one condition, which names them.
  ...fieldsOf(`${HISTORY_PATH}/*`, [...LOG_FIELDS, 'to', 'expected', 'found', '*']),
  ...closedPlace(`${HISTORY_PATH}/*/by`, VALIDATE, ['email', 'uid']),
  ...fieldsOf(`${HISTORY_PATH}/*/expected`, ['*']),
  ...fieldsOf(`${HISTORY_PATH}/*/found`, ['*']),
  [CHANGES_PATH]: INDEXED,
  ...closedPlace(`${CHANGES_PATH}/*`, WRITTEN, ['seq']),
  ...changedPlaces(`${CHANGES_PATH}/*/changes`),
  [PROPOSALS_PATH]: READ,
  [`${PROPOSALS_PATH}/*`]: READ,
  [`${PROPOSALS_PATH}/*/*`]: WRITTEN,
  ...Object.fromEntries(PROPOSAL_FIELDS.map((field) => [`${PROPOSALS_PATH}/*/*/${field}`, VALIDATE])),
  ...closedPlace(`${PROPOSALS_PATH}/*/*/items/*`, VALIDATE, PROPOSED_FIELDS),
  // The decision, and those of items: what is none names nothing that was proposed.
  ...closedPlace(`${PROPOSALS_PATH}/*/*/*`, WRITTEN, DECISION_FIELDS),
  ...closedPlace(`${PROPOSALS_PATH}/*/*/*/by`, VALIDATE, ['email', 'uid']),
  ...closedPlace(`${PROPOSALS_PATH}/*/*/*/mapping`, VALIDATE, APPROVED_FIELDS),
  ...closedPlace(`${PROPOSAL_LIMIT_PATH}/*`, WRITE, ['at', 'last']),
  [CHART_PATH]: READ,
  ...closedPlace(`${CHART_PATH}/*`, WRITTEN, ACCOUNT_FIELDS),
  ...closedPlace(CHART_VERSION_PATH, ['.read', '.write'], ['after', 'id', 'seq']),
  [CHART_HISTORY_PATH]: INDEXED,
  ...closedPlace(`${CHART_HISTORY_PATH}/*`, WRITTEN, LOG_FIELDS),
  ...closedPlace(`${CHART_HISTORY_PATH}/*/by`, VALIDATE, ['email', 'uid']),
  ...changedPlaces(`${CHART_HISTORY_PATH}/*/changes`),
  [PING_PATH]: READ,
  usage: READ,
  [`${USAGE_DAILY_PATH}/*`]: WRITE,
  [USAGE_TOTAL_PATH]: WRITE,
  'usage/users/*': ['.read', '.write'],
  'usage/users/*/daily/*': WRITE,
  'usage/users/*/total': WRITE,
  ...closedPlace('usage/users/*/last_run', WRITE, ['day', 'id']),
  ...closedPlace('usage/users/*/runs/*/*', WRITTEN, ['n', 'unmatched']),
  'usage/unmatched/daily/*': WRITE,
  'usage/unmatched/total': WRITE,
  'usage/unmatched/users/*': WRITE,
  'usage/unmatched/users/*/daily/*': WRITE,
  'usage/unmatched/users/*/total': WRITE,
  [ACCESS_PATH]: READ,
  ...closedPlace(`${ACCESS_PATH}/*`, ALL, ENTRY_FIELDS),
  ...closedPlace(ACCESS_VERSION_PATH, ['.read', '.write'], ['after', 'id', 'seq']),
  [ACCESS_HISTORY_PATH]: INDEXED,
  ...closedPlace(`${ACCESS_HISTORY_PATH}/*`, WRITTEN, LOG_FIELDS),
  ...closedPlace(`${ACCESS_HISTORY_PATH}/*/by`, VALIDATE, ['email', 'uid']),
  ...changedPlaces(`${ACCESS_HISTORY_PATH}/*/changes`),
};

/** The changes of an entry: of each key one value before and one after, each with fields. */
function changedPlaces(changes: string): Inventory {
  const place = `${changes}/*`;
  return { [changes]: VALIDATE, [place]: VALIDATE, [`${place}/*`]: VALIDATE, [`${place}/*/*`]: VALIDATE };
}

/** A place whose fields are validated one by one, and that refuses every other. */
function closedPlace(place: string, kinds: readonly string[], fields: readonly string[]): Inventory {
  return { [place]: kinds, ...fieldsOf(place, fields), [`${place}/* closed`]: [] };
}

/** Fields that are validated one by one. */
function fieldsOf(place: string, fields: readonly string[]): Inventory {
  return Object.fromEntries(fields.map((field) => [`${place}/${field}`, VALIDATE]));
}

/** What `firestore.rules` names. */
export function firestoreInventory(text: string): Inventory {
  return Object.fromEntries(inventoryOfBlock(parseRuleset({ text: text }), ''));
}

function* inventoryOfBlock(block: MatchBlock, outer: string): Iterable<[string, string[]]> {
  const place = `${outer}${block.pattern.map(textOf).join('')}`;
  const operations = new Set(block.allows.flatMap((allow) => allow.operations));
  if (operations.size > 0) yield [place, [...operations].sort()];
  for (const { name, result } of block.functions) {
    for (const { of, fields } of fieldLists(result)) {
      yield [`${place}${of === 'keys' ? '' : ` ${name}`} only`, fields];
    }
  }
  for (const match of block.matches) yield* inventoryOfBlock(match, place);
}

function textOf(part: MatchBlock['pattern'][number]): string {
  if (part.kind === 'literal') return `/${part.text}`;
  return part.kind === 'one' ? '/*' : '/**';
}

/** The lists that `hasOnly` is called with, and the method whose result it is called on. */
function* fieldLists(expression: Expression): Iterable<{ of: string; fields: string[] }> {
  if (expression.kind === 'method' && expression.name === 'hasOnly') {
    const [list] = expression.arguments;
    const items = list?.kind === 'list' ? list.items : [];
    const fields = items.map((item) => (item.kind === 'constant' ? String(item.value) : item.kind)).sort();
    yield { of: expression.object.kind === 'method' ? expression.object.name : '', fields };
  }
  for (const part of Object.values(expression).flat()) if (isExpression(part)) yield* fieldLists(part);
}

function isExpression(value: unknown): value is Expression {
  return typeof value === 'object' && value !== null && 'kind' in value;
}

type JsonRules = { readonly [name: string]: string | boolean | JsonRules };

/** What `database.rules.json` names. */
export function databaseInventory(text: string): Inventory {
  const { rules } = JSON.parse(text) as { readonly rules: JsonRules };
  return Object.fromEntries(inventoryOfPlace(rules, ''));
}

function* inventoryOfPlace(rules: JsonRules, place: string): Iterable<[string, string[]]> {
  const kinds = Object.keys(rules).filter((name) => name.startsWith('.'));
  if (kinds.length > 0 && !isClosing(rules)) yield [place, kinds.sort()];
  for (const [name, value] of Object.entries(rules)) {
    if (name.startsWith('.') || typeof value !== 'object') continue;
    const child = `${place}${place === '' ? '' : '/'}${name.startsWith('$') ? '*' : name}`;
    if (isClosing(value)) yield [`${child} closed`, []];
    yield* inventoryOfPlace(value, child);
  }
}

/** Refuses every name that is not listed beside it. */
function isClosing(rules: JsonRules): boolean {
  return Object.keys(rules).length === 1 && rules['.validate'] === false;
}
