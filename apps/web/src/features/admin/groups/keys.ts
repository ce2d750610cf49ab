export const GROUPS_KEY = ['admin', 'groups'] as const;
