import { spawn } from 'node:child_process'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { TransientError } from '@signalpost/domain'
import { installerEnvironment } from '@signalpost/runtime'
import type { WarehouseKind } from '@signalpost/warehouses'
import { oneLine } from '../../command/explain-error.ts'
import type { Environment } from '../../config.ts'

// No kind needs the install scripts of a package.
const npmOptions = ['--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']

/**
 * Installs the optional packages of a kind in a separate directory, so the lockfile of the product does not change.
 * Returns the directory, which is complete at any moment. Throws TransientError if npm fails.
 */
export async function installLibraries(
  { kind, optionalPackages }: Pick<WarehouseKind, 'kind' | 'optionalPackages'>,
  { libraries, environment }: { libraries: string; environment: Environment },
): Promise<string> {
  const directory = join(libraries, kind)
  const partial = `${directory}.${process.pid}`
  try {
    await mkdir(partial, { recursive: true, mode: 0o700 })
    const manifest = { private: true, dependencies: optionalPackages }
    await writeFile(join(partial, 'package.json'), JSON.stringify(manifest))
    await runNpm(['install', ...npmOptions], { cwd: partial, environment })
    await rm(directory, { recursive: true, force: true })
    await rename(partial, directory)
    return directory
  } finally {
    await rm(partial, { recursive: true, force: true })
  }
}

async function runNpm(args: string[], { cwd, environment }: { cwd: string; environment: Environment }) {
  const npm = spawn('npm', args, {
    cwd,
    env: installerEnvironment(environment),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = new Promise<number | null>((resolve, reject) => {
    npm.once('error', (cause) => reject(new TransientError('npm is not installed here.', { cause })))
    npm.once('close', resolve)
  })
  const [said, code] = await Promise.all([text(npm.stderr), ended])
  if (code !== 0) throw new TransientError(`npm failed: ${oneLine(said)}`)
}
