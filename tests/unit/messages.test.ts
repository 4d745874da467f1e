import { describe, expect, it } from 'vitest';
import { databaseMessages } from '#model/text/databaseMessages.ts';
import { isErrorMessage, messages } from '#model/text/messages.ts';

describe('a message is styled as an error', () => {
  it.each([
    messages.mappingsFailed,
    messages.removeFailed('a@b', 'reason'),
    messages.applyFailed,
    databaseMessages.mappingUnchangeable('ACME'),
    'Error uploading to Firebase.',
    'Error resolving conflict.',
    'An error occurred during consolidation.',
  ])('%s', (text) => {
    expect(isErrorMessage(text)).toBe(true);
  });
});

describe('a message is styled as a success', () => {
  it.each([
    messages.classifierReady,
    messages.approved('error@example.com'),
    messages.userCreated,
    'Uploading to Firebase...',
  ])('%s', (text) => {
    expect(isErrorMessage(text)).toBe(false);
  });
});
