import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { compileCache, programOf } from '@signalpost/testing'

/** Runs `./signalpost` with these words and `--json`. Bad usage prints no JSON. */
export async function runCommand(
  environment: Record<string, string>,
  words: readonly string[],
): Promise<{ exitCode: number | null; json: unknown }> {
  const child = spawn(process.execPath, [programOf('cli'), ...words, '--json'], {
    env: { PATH: process.env.PATH ?? '', ...compileCache, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [stdout] = await Promise.all([text(child.stdout), once(child, 'close')])
  return { exitCode: child.exitCode, json: stdout === '' ? undefined : JSON.parse(stdout) }
}
