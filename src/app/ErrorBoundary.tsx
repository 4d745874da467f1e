import { Button } from '@mantine/core';
import { Component, type ErrorInfo, type ReactNode } from 'react';
import { detailOf } from '#model/detailOf.ts';
import { appMessages } from '#model/text/appMessages.ts';
import { PageNotLoaded } from '../ui/lazyPage.ts';
import { Notice } from '../ui/Notice.tsx';
import { BRAND } from './brand.ts';

type Props = {
  /** The address; at another one the children are rendered again. */
  place?: string;
  children: ReactNode;
};
type State = { readonly error: Error | null };

/** Catches mistakes in the program in any component below. React has no function form of an error boundary. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: Error): State {
    return { error };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error(error, info.componentStack);
  }

  override componentDidUpdate({ place }: Props): void {
    if (place !== this.props.place && this.state.error !== null) this.setState({ error: null });
  }

  override render(): ReactNode {
    return this.state.error ? <ErrorFallback error={this.state.error} /> : this.props.children;
  }
}

/** Replaces a page whose code could not be fetched, or that failed unexpectedly. */
function ErrorFallback({ error }: { error: Error }) {
  const reload = (
    <Button variant="filled" onClick={() => window.location.reload()}>
      Reload the page
    </Button>
  );
  if (error instanceof PageNotLoaded) {
    return (
      <Notice title={appMessages.pageNotLoaded} action={reload}>
        {appMessages.reloadPage(BRAND)}
      </Notice>
    );
  }
  return (
    <Notice title={appMessages.broken} action={reload}>
      {appMessages.tellAdmin} <code>{detailOf(error)}</code>
    </Notice>
  );
}
