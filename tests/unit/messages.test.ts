import { expect, it } from 'vitest';
import { databaseMessages } from '#model/text/databaseMessages.ts';
import { isErrorMessage, messages } from '#model/text/messages.ts';

it.each([
  messages.mappingsFailed,
  messages.removeFailed('a@b', 'reason'),
  messages.applyFailed,
  databaseMessages.mappingUnchangeable('ACME'),
  'Error uploading to Firebase.',
  'Error resolving conflict.',
  'An error occurred during consolidation.',
])('a message is styled as an error: %s', (text) => {
  expect(isErrorMessage(text)).toBe(true);
});

it.each([
  messages.classifierReady,
  messages.approved('error@example.com'),
  messages.userCreated,
  'Uploading to Firebase...',
])('a message is styled as a success: %s', (text) => {
  expect(isErrorMessage(text)).toBe(false);
});
