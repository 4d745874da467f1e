import { createContext } from 'react';
import type { People } from '../services/people.ts';

type PeopleContextValue = Pick<People, 'names' | 'readAll'> & { readonly canReadAll: boolean };

/** The people of the session, for what is inside; without one, they are shown by their addresses. */
export const PeopleContext = createContext<PeopleContextValue | null>(null);
