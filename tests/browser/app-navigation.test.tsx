import { lazy, Suspense } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useLocation } from 'wouter';
import { Loading } from '#src/ui/Loading.tsx';
import { Link, Router, useQuery } from '#src/ui/router.tsx';
import { renderInApp } from './support/renderInApp.tsx';

const testAddress = window.location.href;

beforeEach(() => window.history.pushState(null, '', '/'));
afterEach(() => window.history.replaceState(null, '', testAddress));

/** Three pages; the code of the page at `/slow` is there when `load` has been called. */
async function open() {
  let load = () => {};
  const code = new Promise<void>((resolve) => {
    load = resolve;
  });
  const Slow = lazy(async () => {
    await code;
    return { default: () => <h1>Slow page</h1> };
  });
  function Pages() {
    const [pathname] = useLocation();
    const query = useQuery();
    return (
      <>
        <Link to="/">Home</Link>
        <Link to="/slow">Slow</Link>
        <Link to={`/found?search=${encodeURIComponent('5%20 & more')}`}>Found</Link>
        <Suspense fallback={<Loading />}>
          {pathname === '/slow' ? <Slow /> : <h1>{`${pathname} ${query.get('search') ?? ''}`.trim()}</h1>}
        </Suspense>
      </>
    );
  }
  const screen = await renderInApp(
    <Router>
      <Pages />
    </Router>,
  );
  const link = (name: string) => screen.getByRole('link', { name });
  const heading = (name: string) => screen.getByRole('heading', { name, exact: true });
  return { screen, link, heading, load };
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
    await link('Slow').click();
    await expect.element(heading('Slow page')).toBeVisible();
    window.history.back();
    await expect.element(heading('/')).toBeVisible();
    window.history.forward();
    await expect.element(heading('Slow page')).toBeVisible();
  });

  it('carry a query of any text', async () => {
    const { link, heading } = await open();
    await link('Found').click();
    await expect.element(heading('/found 5%20 & more')).toBeVisible();
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
