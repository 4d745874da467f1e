import { describe, expect, it } from 'vitest';
import { signInScreen } from '../support/screens.ts';
import { useTestEnvironment } from '../support/testEnvironment.ts';

const environment = useTestEnvironment();

// Spinners for ever were all that such a browser showed.
describe('a browser that lacks', () => {
  it.each([
    [
      'light-dark()',
      () => Object.assign(CSS, { supports: () => false }),
      'a newer version: Chrome or Edge 123',
    ],
    ['workers', () => Object.assign(window, { Worker: undefined }), 'It needs web workers.'],
    [
      'storage, which throws where it is blocked',
      () =>
        Object.defineProperty(window, 'indexedDB', {
          get: () => {
            throw new DOMException('Access is denied for this document.', 'SecurityError');
          },
        }),
      'storage of websites is switched off',
    ],
  ])('%s is told so on one screen, and nothing else is on it', async (_what, take, says) => {
    const page = await environment.visitor('/', (visitor) => visitor.addInitScript(take));
    await page.getByRole('heading', { name: 'This browser cannot run GL Classifier' }).waitFor();
    expect(await page.getByRole('alert').innerText()).toContain(says);
    expect(await page.locator('#root').innerHTML()).toBe('');
  });

  it('nothing gets the sign-in screen', async () => {
    const page = await environment.visitor();
    await signInScreen(page);
    expect(await page.getByText('This browser cannot run').count()).toBe(0);
  });
});
