/** What the command's exit code tells a script; docs/clients/command.md lists them. */
export const EXIT = {
  done: 0,
  /** The instance refused, or something unforeseen happened. */
  failed: 1,
  /** The command was called wrongly. */
  usage: 2,
  /** Imported, but rows are left for review. */
  suspects: 3,
  /** The quarter's limits cannot all be kept, whatever is transferred. */
  infeasible: 4,
  /** No instance answered. */
  unreachable: 5,
  /** Not signed in, or no longer. */
  signedOut: 6,
  interrupted: 130,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** An end of the command that is no bug: a message for people and a code for scripts. */
export class CommandError extends Error {
  constructor(
    readonly exitCode: ExitCode,
    message: string,
    /** For machines; absent where the command was called wrongly. */
    readonly data?: { readonly error: string; readonly params: readonly string[] },
  ) {
    super(message);
    this.name = 'CommandError';
  }
}

export const usage = (message: string): CommandError => new CommandError(EXIT.usage, message);
