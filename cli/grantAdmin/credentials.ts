import { GoogleAuth } from 'google-auth-library';
import { GrantError } from './grant.ts';

/** What writing both stores and looking up an account needs. */
const SCOPES = [
  'https://www.googleapis.com/auth/cloud-platform',
  'https://www.googleapis.com/auth/firebase.database',
  'https://www.googleapis.com/auth/userinfo.email',
];

/**
 * Headers with an access token from application-default credentials (https://google.aip.dev/auth/4110): the file
 * that GOOGLE_APPLICATION_CREDENTIALS names, else what `gcloud auth application-default login` left, else the
 * machine's own account on Google Cloud.
 */
export function ownersCredentials(project: string): () => Promise<Record<string, string>> {
  const auth = new GoogleAuth({ scopes: SCOPES, projectId: project });
  return async () => {
    try {
      const headers = await (await auth.getClient()).getRequestHeaders();
      return Object.fromEntries(headers.entries());
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new GrantError(
        `No credentials of the project's owner (${reason.replaceAll(/\s+/g, ' ')}): set GOOGLE_APPLICATION_CREDENTIALS to a service account's key file, or run "gcloud auth application-default login".`,
        { cause: error },
      );
    }
  };
}
