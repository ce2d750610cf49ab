import type { UserLogged } from '@fibado/contracts';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { pushOwner } from '../../lib/push/owner';
import { useStore } from '../../lib/store';

/** Follows the notifications this device shows, where the person wants it to; never those of a user acted for. */
export function usePush({ tenant, username, actor }: UserLogged): void {
  const navigate = useNavigate();
  const wanted = useStore(pushOwner) !== undefined && actor === undefined;
  useEffect(() => {
    if (!wanted) return;
    let detach: (() => void) | undefined;
    let ended = false;
    void import('../../lib/push/attach').then(({ attachPush }) => {
      if (!ended) detach = attachPush({ tenant, username }, (path) => void navigate(path));
    });
    return () => {
      ended = true;
      detach?.();
    };
  }, [wanted, tenant, username, navigate]);
}
