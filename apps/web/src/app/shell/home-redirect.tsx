import { Navigate } from 'react-router-dom';
import { useUser } from '../../lib/stored-session';
import { homeOf, menuOf } from '../menu';
import { shellRoutes } from '../shell-routes';

/** The root of the application leads to the default route. */
export function Component() {
  const user = useUser();
  return <Navigate to={homeOf(menuOf(shellRoutes, user?.roles ?? []))} replace />;
}
