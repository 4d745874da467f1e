import { describe, expect, it } from 'vitest';
import { readBackend } from '../../src/services/backend.ts';

const project = {
  VITE_FIREBASE_API_KEY: 'key',
  VITE_FIREBASE_AUTH_DOMAIN: 'p.firebaseapp.com',
  VITE_FIREBASE_PROJECT_ID: 'p',
  VITE_FIREBASE_APP_ID: '1:2:web:3',
  VITE_FIREBASE_DATABASE_URL: 'https://p.firebaseio.com',
};

describe('the choice of the backend', () => {
  it('is our own server on the page’s origin when nothing is set', () => {
    expect(readBackend({ VITE_FIREBASE_API_KEY: ' ' }, 'http://localhost:8080')).toEqual({
      kind: 'embedded',
      origin: 'http://localhost:8080',
      projectId: 'gl-classifier',
    });
  });

  it('is the Firebase project that is set', () => {
    expect(readBackend(project, 'https://p.web.app')).toEqual({
      kind: 'firebase',
      apiKey: 'key',
      authDomain: 'p.firebaseapp.com',
      projectId: 'p',
      appId: '1:2:web:3',
      databaseURL: 'https://p.firebaseio.com',
    });
  });

  it('is refused when a part is missing, which is named', () => {
    const incomplete = { ...project, VITE_FIREBASE_APP_ID: undefined };
    expect(() => readBackend(incomplete, 'https://p.web.app')).toThrow(/set VITE_FIREBASE_APP_ID, or none/);
  });
});
