import type { TreeValue } from '../actions.ts';
import type { seed } from '../seed.ts';

/** Who acts: the uid that the identity service gave them, and what they show. Both empty when signed out. */
export type Visitor = {
  readonly uid: string;
  readonly token: string | null;
  /** Removes the account, so that another one may have its address. */
  leave(): Promise<void>;
};

type Documents = typeof seed.documents;
export type TreeNodes = Readonly<Record<string, TreeValue>>;

/** A backend with nothing of the matrix in it yet, and the way past its rules. */
export type Fixture = {
  /** Address of Firestore, e.g. `http://127.0.0.1:8080`. */
  readonly origin: string;
  /** Address of the Realtime Database for the SDK, e.g. `ws://127.0.0.1:8080?ns=demo`. */
  readonly treeAddress: string;
  readonly projectId: string;
  /** Creates an account and signs in to it. The uid is a wish: a real identity service gives its own. */
  signIn(person: { email: string; uid: string; verified: boolean }): Promise<Visitor>;
  setDocuments(documents: Documents): Promise<void>;
  deleteDocument(path: string): Promise<void>;
  /** Sets several places of the tree; null removes. */
  setTree(nodes: TreeNodes): Promise<void>;
  stop(): Promise<void>;
};
