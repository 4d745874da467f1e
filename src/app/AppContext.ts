import { createContext, use, useSyncExternalStore } from 'react';
import type { Services } from '../services/services.ts';
import type { Session, SessionState } from '../services/session.ts';

/** What lives as long as the page: the outside world, and the session of this tab. */
type AppParts = { readonly services: Services; readonly session: Session };

export const AppContext = createContext<AppParts | null>(null);

export function useApp(): AppParts {
  const parts = use(AppContext);
  if (parts === null) throw new Error('useApp needs an AppContext around the component');
  return parts;
}

/** Who is signed in and what they may do, now. */
export function useSessionState(): SessionState {
  const { session } = useApp();
  return useSyncExternalStore(session.state.subscribe, session.state.get);
}
