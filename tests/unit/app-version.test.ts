import { describe, expect, it, vi } from 'vitest';
import { AppVersion } from '#src/services/appVersion.ts';

const answer = (body: string, status = 200) => vi.fn(async () => new Response(body, { status }));

async function isUpdatedAfter(ask: typeof fetch, own: string | null = 'a'): Promise<boolean> {
  const version = new AppVersion(() => own, ask);
  await version.check();
  return version.isUpdated.get();
}

describe('the version of the app', () => {
  it('is another one when the server names another one, past every cache', async () => {
    const ask = answer('{"version":"b"}');
    expect(await isUpdatedAfter(ask)).toBe(true);
    expect(ask).toHaveBeenCalledWith('/version.json', { cache: 'no-store' });
  });

  it.each([
    ['the same version', '{"version":"a"}', 200],
    ['a start page in its place', '<!doctype html>', 200],
    ['nothing of use', '{"version":""}', 200],
    ['null', 'null', 200],
    ['an error', '{"version":"b"}', 502],
  ])('is not when the answer is %s', async (_what, body, status) => {
    expect(await isUpdatedAfter(answer(body, status))).toBe(false);
  });

  it('is not when there is no answer, and is asked for again', async () => {
    const ask = vi.fn(async () => new Response('{"version":"b"}'));
    ask.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    const version = new AppVersion(() => 'a', ask);
    await version.check();
    expect(version.isUpdated.get()).toBe(false);
    await version.check();
    expect(version.isUpdated.get()).toBe(true);
    await version.check();
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it('is not asked for by a page that was not built, nor twice at a time', async () => {
    const ask = answer('{"version":"b"}');
    expect(await isUpdatedAfter(ask, null)).toBe(false);
    expect(ask).not.toHaveBeenCalled();
    const version = new AppVersion(() => 'a', ask);
    await Promise.all([version.check(), version.check()]);
    expect(ask).toHaveBeenCalledTimes(1);
  });
});
