// One chunk with all that signing in needs.
export { instanceConfig } from './instance-config';
export { SignInForm } from './sign-in-form';
export { signInWithIdentity } from './sign-in';
export { leaveForProvider } from './open-id';
export { sso } from './sso';
export { TenantPicker } from './tenant-picker';
