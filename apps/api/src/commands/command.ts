import 'reflect-metadata';
import { type Env, EnvError, readEnv } from '../config/env.js';
import { StartError } from '../platform/start-error.js';
import { type InstanceSecret, loadInstanceSecret } from '../platform/secrets.js';

/** Runs an administrator's command: expected refusals are one line and exit code 1. */
export async function runCommand(work: (env: Env, secret: InstanceSecret) => Promise<string>): Promise<void> {
  try {
    const env = readEnv();
    console.log(await work(env, loadInstanceSecret(env.dataDir, env.SECRET_KEY)));
  } catch (error) {
    console.error(error instanceof StartError || error instanceof EnvError ? error.message : error);
    process.exitCode = 1;
  }
}
