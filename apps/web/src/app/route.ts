// The type lives in lib, where features may reach it without importing the application.
export type { AppRoute, PageModule, RouteHandle } from '../lib/route';
