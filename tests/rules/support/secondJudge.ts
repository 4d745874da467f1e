import { create, ruleset } from 'targaryen/lib/database/index.js';
import type {
  DatabaseRead,
  DatabaseRules,
  DatabaseWrite,
  DataView as TreeView,
} from '#server/rules/rules.ts';
import type { Tree } from './memoryTree.ts';

/**
 * The rules as an independent implementation of their language reads them. It shares no code with ours but the trees before
 * and after an update.
 * @throws Error where it refuses to compile them: syntax, names and types
 */
export function secondJudge(text: string): DatabaseRules {
  const rules = ruleset(JSON.parse(text));
  const database = (view: TreeView, { auth, now }: DatabaseRead | DatabaseWrite) =>
    create(rules, treeOf(view), now).with({ auth, now });
  return {
    mayRead: (request) =>
      rules.tryRead(request.path.join('/'), database(request.root, request), { now: request.now }).allowed,
    mayWrite: (request) => {
      const before = database(request.root, request);
      const after = database(request.newRoot, request);
      return request.paths.every((path) => rules.tryWrite(path.join('/'), before, after, null).allowed);
    },
    affectsReads: () => true,
  };
}

function treeOf(view: TreeView): Tree | null {
  if (!view.hasChildren()) return view.primitive();
  const children = [...view.keys()].map((key) => [key, treeOf(view.child(key))]);
  return Object.fromEntries(children);
}
