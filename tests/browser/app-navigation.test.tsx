import { Suspense } from 'react';
import {
  NavLink,
  Route,
  BrowserRouter as Router,
  Routes,
  useLocation,
  useSearchParams,
} from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { HistoryPage } from '#src/features/history/HistoryPage.tsx';
import { Loading } from '#src/ui/Loading.tsx';
import { lazyPage } from '#src/ui/lazyPage.ts';
import { createHistoryFixture } from '../support/historyFixture.ts';
import { accountOf } from './support/fakeServices.ts';
import { historiesOf, noActions } from './support/historyScreen.tsx';
import { renderInApp } from './support/renderInApp.tsx';
import { says } from './support/steps.ts';

const testAddress = window.location.href;

beforeEach(() => window.history.pushState(null, '', '/'));
afterEach(() => window.history.replaceState(null, '', testAddress));

/** What `encodeURIComponent`, `URLSearchParams` and addresses treat differently, and what looks like an escape. */
const ANY_TEXT = '5%20 & more + 100 % "é" #1?=/\\%2F%';

/** The address, as a page reads it. */
function Other() {
  const { pathname } = useLocation();
  const [query] = useSearchParams();
  return <h1>{`${pathname} ${query.get('search') ?? ''}`.trim()}</h1>;
}

/** Some pages in the addresses of the tab; the code of the page at `/slow` is there when `load` has been called. */
async function open() {
  let load = () => {};
  const code = new Promise<void>((resolve) => {
    load = resolve;
  });
  const Slow = lazyPage(async () => {
    await code;
    return () => <h1>Slow page</h1>;
  });
  const history = (
    <HistoryPage
      ledger={historiesOf(createHistoryFixture())}
      account={accountOf('ann@example.com')}
      loadActions={noActions}
      loadFormerList={null}
    />
  );
  const screen = await renderInApp(
    <Router>
      <NavLink to="/">Home</NavLink>
      <NavLink to="/slow">Slow</NavLink>
      <NavLink to={`/found?search=${encodeURIComponent(ANY_TEXT)}`}>Found</NavLink>
      <NavLink to="/history">History</NavLink>
      <Suspense fallback={<Loading />}>
        <Routes>
          <Route path="/slow" element={<Slow />} />
          <Route path="/history" element={history} />
          <Route path="*" element={<Other />} />
        </Routes>
      </Suspense>
    </Router>,
  );
  const link = (name: string) => screen.getByRole('link', { name });
  const heading = (name: string) => screen.getByRole('heading', { name, exact: true });
  const search = screen.getByRole('searchbox', { name: 'Search keywords and accounts' });
  return { screen, link, heading, search, load };
}

describe('the addresses of the tab', () => {
  it('keep the page that is shown until the code of the next one is loaded', async () => {
    const { screen, link, heading, load } = await open();
    await link('Slow').click();
    expect(window.location.pathname).toBe('/slow');
    await expect.element(heading('/')).toBeVisible();
    await expect.element(link('Home')).toHaveAttribute('aria-current', 'page');
    await expect.element(screen.getByRole('status', { name: 'Loading' })).not.toBeInTheDocument();
    load();
    await expect.element(heading('Slow page')).toBeVisible();
    await expect.element(link('Slow')).toHaveAttribute('aria-current', 'page');
    await expect.element(link('Home')).not.toHaveAttribute('aria-current');
  });

  it('go back and forward', async () => {
    const { link, heading, load } = await open();
    load();
    await says(link('Slow').click(), heading('Slow page'));
    window.history.back();
    await expect.element(heading('/')).toBeVisible();
    window.history.forward();
    await expect.element(heading('Slow page')).toBeVisible();
  });

  it('carry a query of any text', async () => {
    const { link, heading } = await open();
    await says(link('Found').click(), heading(`/found ${ANY_TEXT}`));
  });

  it.each(['5%20', ANY_TEXT])('keep the search %j over a reload, back and forward', async (text) => {
    const former = await open();
    await former.link('History').click();
    await userEvent.fill(former.search, text);
    await expect.poll(() => new URL(window.location.href).searchParams.get('text')).toBe(text);
    const address = window.location.href;
    // A reload: all that is left is the address.
    await former.screen.unmount();
    const { link, heading, search } = await open();
    await expect.element(search).toHaveValue(text);
    await says(link('Home').click(), heading('/'));
    window.history.back();
    await expect.element(search).toHaveValue(text);
    window.history.back();
    await expect.element(heading('/')).toBeVisible();
    window.history.forward();
    await expect.element(search).toHaveValue(text);
    expect(window.location.href).toBe(address);
  });

  it('leave in the search what is typed while they change', async () => {
    const { link, search } = await open();
    await says(link('History').click(), search);
    const box = search.element() as HTMLInputElement;
    const type = (text: string) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(box, text);
      box.dispatchEvent(new Event('input', { bubbles: true }));
    };
    const replace = window.history.replaceState.bind(window.history);
    // The address is new already, and the page is not drawn again yet.
    vi.spyOn(window.history, 'replaceState').mockImplementationOnce((...address) => {
      replace(...address);
      type('5%20');
    });
    type('5%');
    await expect.poll(() => new URL(window.location.href).searchParams.get('text')).toBe('5%20');
    await expect.element(search).toHaveValue('5%20');
  });

  it('leave a click with a modifier key to the browser', async () => {
    const { link, heading } = await open();
    const click = new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey: true });
    // The test is the browser here: nothing is opened.
    window.addEventListener('click', (event) => event.preventDefault(), { once: true });
    link('Slow').element().dispatchEvent(click);
    await expect.element(heading('/')).toBeVisible();
    expect(window.location.pathname).toBe('/');
  });
});
