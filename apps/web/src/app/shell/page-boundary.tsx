import { useQueryClient } from '@tanstack/react-query';
import { Component, type ReactNode, useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { PageHeader } from '../../components/page-header';
import { ErrorState } from '../../components/states';
import { log } from '../../lib/log';

/** How long after a page broke it is drawn again by itself, once: what it stood on may have been half fetched. */
const AGAIN_AFTER_MS = 1000;

/** A page that breaks while it is drawn leaves the frame around it, and can be drawn again over data fetched anew. */
export function PageBoundary({ children }: { readonly children: ReactNode }) {
  const { key } = useLocation();
  const queryClient = useQueryClient();
  return (
    <Boundary
      place={key}
      // What the broken page stood on is in use no more: drawn again, it asks for all of it.
      onRetry={() => queryClient.removeQueries({ type: 'inactive' })}
    >
      {children}
    </Boundary>
  );
}

interface BoundaryProps {
  /** Elsewhere is another page, which is not broken. */
  readonly place: string;
  readonly onRetry: () => void;
  readonly children: ReactNode;
}

interface BoundaryState {
  readonly place: string;
  readonly broken?: { readonly error: unknown } | undefined;
  readonly hasRetried: boolean;
}

class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { place: this.props.place, hasRetried: false };

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { broken: { error } };
  }

  static getDerivedStateFromProps({ place }: BoundaryProps, state: BoundaryState): BoundaryState | null {
    return place === state.place ? null : { place, hasRetried: false };
  }

  override componentDidCatch(error: unknown): void {
    log.error('A page broke', error);
  }

  readonly retry = (): void => {
    this.props.onRetry();
    this.setState({ broken: undefined, hasRetried: true });
  };

  override render(): ReactNode {
    const { broken, hasRetried } = this.state;
    if (!broken) return this.props.children;
    return <Broken error={broken.error} isFirst={!hasRetried} onRetry={this.retry} />;
  }
}

interface BrokenProps {
  readonly error: unknown;
  readonly isFirst: boolean;
  readonly onRetry: () => void;
}

function Broken({ error, isFirst, onRetry }: BrokenProps) {
  const { t } = useTranslation();
  const retryOnce = useEffectEvent(() => {
    if (isFirst) onRetry();
  });
  useEffect(() => {
    const timer = setTimeout(() => retryOnce(), AGAIN_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <PageHeader title={t('SHELL.EXCEPTION.TITLE')} />
      <ErrorState error={error} onRetry={onRetry} />
    </>
  );
}
