import { join } from 'node:path';
import { root, runProgram } from './instance.mjs';

/** The `fibado` command with a settings folder of its own, as a shell would run it. */
export function commandIn(folder, env = {}) {
  const own = { FIBADO_CONFIG: join(folder, 'config'), FIBADO_HOME: root, ...env };
  const main = join(root, 'packages/client/dist/cli/main.js');
  const run = (args, input) =>
    runProgram(process.execPath, [main, ...args], { input, env: own, cwd: folder });
  return {
    run,
    /** Runs, expects success, and answers what it printed. */
    async text(...args) {
      const done = await run(args);
      if (done.code !== 0) throw new Error(`fibado ${args.join(' ')}: ${done.code}\n${done.stderr}`);
      return done.stdout;
    },
    async json(...args) {
      return JSON.parse(await this.text(...args, '--json'));
    },
  };
}
