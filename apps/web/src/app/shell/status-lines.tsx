import { lazy, Suspense } from 'react';
import { newVersion } from '../../lib/new-version';
import { keepsData } from '../../lib/offline/setting';
import { reachability } from '../../lib/reachability';
import { useStore } from '../../lib/store';

const OfflineLine = lazy(() => import('./offline-line'));
const VersionLine = lazy(() => import('./version-line'));

/** Over the page: that what is shown was kept, and that there is a newer release. */
export function StatusLines() {
  const isOffline = !useStore(reachability) && keepsData();
  const reload = useStore(newVersion);
  return (
    <Suspense fallback={null}>
      {isOffline ? <OfflineLine /> : null}
      {reload ? <VersionLine onReload={reload} /> : null}
    </Suspense>
  );
}
