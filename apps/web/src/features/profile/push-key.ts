export const PUSH_KEY = ['account', 'push'] as const;
