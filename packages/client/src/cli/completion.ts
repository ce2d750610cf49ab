import { Argument, type Command } from 'commander';
import type { Context } from './context.js';

const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

const SCRIPTS: Record<Shell, string> = {
  bash: `_fibado() {
  local IFS=$'\\n'
  COMPREPLY=($(compgen -W "$(fibado __complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _fibado fibado`,
  zsh: `#compdef fibado
_fibado() {
  local -a found
  found=("\${(@f)$(fibado __complete "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "\${found[1]}" ]]; then compadd -a found; else _files; fi
}
compdef _fibado fibado`,
  fish: `complete -c fibado -a '(fibado __complete (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'`,
};

export function addCompletion(program: Command, context: Context): void {
  program
    .command('completion')
    .description("a shell's completion of this command")
    .addArgument(new Argument('<shell>').choices(SHELLS))
    .addHelpText(
      'after',
      '\nbash, zsh: source <(fibado completion bash)     fish: fibado completion fish | source',
    )
    .action((shell: Shell) => {
      context.terminal.output.write(`${SCRIPTS[shell]}\n`);
    });
}

/** What the shells' scripts ask for, with the words typed so far. */
export const COMPLETE = '__complete';

/** What may stand in place of the last word. */
export function candidates(program: Command, words: readonly string[]): string[] {
  const last = words.at(-1) ?? '';
  let command = program;
  for (const word of words.slice(0, -1))
    command = command.commands.find((one) => one.name() === word) ?? command;
  const options = [...command.options, ...program.options].flatMap(({ long }) => (long ? [long] : []));
  const names = command.commands.map((one) => one.name());
  const argument = command.registeredArguments[0]?.argChoices ?? [];
  const all = last.startsWith('-') ? [...new Set(options)] : [...names, ...argument];
  return all.filter((word) => word.startsWith(last));
}
