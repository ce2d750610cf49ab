/** What the thread that judges passwords runs. */
export { weaknessOf as default } from './password-strength.js';
