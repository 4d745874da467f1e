import { join } from 'node:path';
import { EMBEDDED_PROJECT } from '#model/backend.ts';
import type { Email } from '#model/email.ts';
import { accessPath } from '#model/paths.ts';
import { accessByToken, accessIn } from './access.ts';
import { auditAccounts, auditDocuments, auditTree, openAuditLog } from './audit/auditLog.ts';
import type { AuthContext } from './auth/authContext.ts';
import { type AuthServer, createAuthServer } from './auth/authServer.ts';
import { createNotConfigured, type IdentityProvider } from './auth/identity/identityProvider.ts';
import { createOpenIdFlow } from './auth/identity/openidFlow.ts';
import { createOutboxMailer, createSmtpMailer, type Mailer } from './auth/mail.ts';
import type { ServerConfig } from './config.ts';
import { DatabaseService } from './database/service.ts';
import { Refusal } from './database/wire/values.ts';
import { createFirestoreService, type FirestoreService } from './firestore/service.ts';
import { createFormerListService } from './formerList.ts';
import { type OpenData, sealStored } from './integrity/checkedData.ts';
import { followMark } from './integrity/logMark.ts';
import { UnprivilegedQuota } from './quota/UnprivilegedQuota.ts';
import { loadRules } from './rules/loadRules.ts';

/** The three services of the product, for trusted writes past all rules. */
export type BackendServices = {
  readonly auth: AuthServer;
  readonly documents: FirestoreService;
  readonly tree: DatabaseService;
};

/**
 * Creates the services on an open data folder. The caller closes each of them.
 * @returns the services, what else is answered, and the budget that strangers share in all of them
 * @throws StartError
 */
export function createServices(data: OpenData, config: ServerConfig) {
  const { brand, now, scrypt, logError } = config;
  const { store, found } = data;
  const behindProxy = config.publicUrl !== null;
  // The tree exists before the first request.
  const readEntry = (email: Email) => entryOf(tree, email);
  const quota = new UnprivilegedQuota({
    isGranted: (auth) => accessByToken(readEntry, auth) !== 'none',
    behindProxy,
    now,
  });
  const shared = { store, projectId: EMBEDDED_PROJECT, now, quota };
  const audit = openAuditLog(config.dataDir, now);
  const auth = createAuthServer({
    ...shared,
    brand,
    mailer: mailerFor(config),
    identities: identitiesFor(config),
    scrypt,
    behindProxy,
    publicOrigin: config.publicUrl?.origin ?? null,
    accessOf: (account) => accessIn(readEntry, account),
    audit: auditAccounts(audit),
    logError,
  });
  const { tokens } = auth;
  const rules = loadRules();
  const documents = createFirestoreService({
    ...shared,
    tokens,
    rules: rules.firestore,
    onCommit: auditDocuments(audit),
  });
  const audited = auditTree(audit);
  const marked = followMark(config.dataDir, store.db);
  const tree = new DatabaseService({
    ...shared,
    loaded: { ...found, tree: sealStored(config.dataDir, data, now()) },
    tokens,
    rules: rules.database,
    trustsClaims: config.trustsClaims,
    closeGrace: config.closeGrace,
    onCommit: (write) => {
      audited(write);
      marked(write);
    },
  });
  const isAdmin = (who: NonNullable<AuthContext>) => accessByToken(readEntry, who) === 'admin';
  const formerList = createFormerListService({ dataDir: config.dataDir, tokens, isAdmin });
  const services: BackendServices = { auth, documents, tree };
  return { services, others: [formerList], quota };
}

/** Null, too, for an address that no key can have. */
function entryOf(tree: DatabaseService, email: Email): unknown {
  try {
    return tree.read(accessPath(email));
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

function mailerFor({ smtp, dataDir, log }: ServerConfig): Mailer {
  return smtp === null
    ? createOutboxMailer(join(dataDir, 'outbox'), log)
    : createSmtpMailer(smtp.url, smtp.from);
}

function identitiesFor({ identities, google, now, logError }: ServerConfig): IdentityProvider {
  if (identities !== null) return identities;
  return google === null ? createNotConfigured() : createOpenIdFlow({ ...google, now, logError });
}
