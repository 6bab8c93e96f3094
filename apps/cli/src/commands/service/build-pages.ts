import { spawn } from 'node:child_process'
import { StartError } from '@signalpost/runtime'
import type { Environment } from '../../config.ts'
import { entryOf } from './app-entry.ts'

/**
 * Builds the pages of the console in a process of its own. Resolves when they are built; at once where they were built
 * before. Rejects with StartError when they cannot be built.
 */
export function buildPages(environment: Environment): Promise<void> {
  const child = spawn(process.execPath, [entryOf('console'), '--build-only'], {
    env: environment,
    stdio: ['ignore', 2, 2],
  })
  const kill = (): void => void child.kill()
  process.once('exit', kill)
  const built = new Promise<void>((resolve, reject) => {
    const fail = (cause?: Error): void =>
      reject(new StartError("the console's pages are not built", { cause }))
    child.once('error', fail)
    child.once('exit', (code) => {
      process.removeListener('exit', kill)
      if (code === 0) resolve()
      else fail()
    })
  })
  // A start that fails before it needs the pages reports its own failure alone.
  built.catch(() => undefined)
  return built
}
