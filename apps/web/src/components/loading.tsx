import { useTranslation } from 'react-i18next';

/** Told to who does not see the grey shapes. */
function LoadingText() {
  const { t } = useTranslation();
  return <span className="only-spoken">{t('COMMON.LOADING')}</span>;
}

/** Grey shapes where something being fetched will stand, as high as it will be: what follows stays in its place. */
export function LoadingState({ height = '10rem' }: { readonly height?: string }) {
  return (
    <div role="status" className="skeletons" style={{ height }}>
      <LoadingText />
      <span className="skeleton" data-title />
      <span className="skeleton" data-fill />
    </div>
  );
}

const CARDS = [1, 2, 3, 4];

/** The same for a page, or what fills most of one: figures above, a table or chart below. */
export function PageLoading() {
  return (
    <div role="status" className="skeletons" style={{ height: '75vh' }}>
      <LoadingText />
      <span className="skeleton-cards">
        {CARDS.map((card) => (
          <span key={card} className="skeleton" />
        ))}
      </span>
      <span className="skeleton" data-fill />
    </div>
  );
}
