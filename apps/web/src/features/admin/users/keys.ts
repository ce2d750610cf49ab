export const USERS_KEY = ['admin', 'users'] as const;
