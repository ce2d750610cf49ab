export const EMAIL_SERVER_KEY = ['admin', 'email-server'] as const;
