import { useEffect, useEffectEvent } from 'react';
import { takeShared } from '../../../service-worker/shared-file';
import { useSearchParam } from '../shared/search-param';
import type { ImportState } from './use-import';

/** Reads the file another application of the device shared with this one, as soon as the page can. */
export function useSharedFile({ isReady, take }: ImportState): void {
  const [shared, setShared] = useSearchParam('shared');
  const read = useEffectEvent(async () => {
    setShared('');
    const file = await takeShared();
    if (file) take([file]);
  });
  const isWaiting = shared !== '' && isReady;
  useEffect(() => {
    if (isWaiting) void read();
  }, [isWaiting]);
}
