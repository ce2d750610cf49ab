export const API_KEYS_KEY = ['account', 'api-keys'] as const;
