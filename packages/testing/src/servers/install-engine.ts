import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFile, mkdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const pnpm = join(root, 'node_modules/pnpm/bin/pnpm.mjs')
const manifests = ['package.json', 'pnpm-lock.yaml']
const progressBytes = 64 * 1024 * 1024

/**
 * Installs the packages of an engine that only tests use, as fixed by the lockfile in `test/engines/<name>`. Returns
 * the directory that contains their `node_modules`. Does nothing if they are installed. Safe to run twice at once: each
 * installs to the side, and the first moves its result into place.
 */
export async function installEngine(name: string): Promise<string> {
  const source = join(root, 'test/engines', name)
  const lockfile = await readFile(join(source, 'pnpm-lock.yaml'))
  const version = createHash('sha256').update(lockfile).digest('hex').slice(0, 16)
  const engines = join(root, 'node_modules/.engines')
  const directory = join(engines, `${name}-${version}`)
  if (await isThere(directory)) return directory

  const draft = join(engines, `${name}-${crypto.randomUUID()}`)
  await mkdir(draft, { recursive: true })
  try {
    for (const manifest of manifests) await copyFile(join(source, manifest), join(draft, manifest))
    await installIn(draft)
    await rename(draft, directory)
  } catch (cause) {
    await rm(draft, { recursive: true, force: true })
    if (!(await isThere(directory))) throw cause
  }
  return directory
}

async function installIn(directory: string): Promise<void> {
  const options = [
    '--frozen-lockfile',
    '--prefer-offline',
    '--ignore-workspace',
    '--ignore-scripts',
    // A package's peers are for other uses of it.
    '--config.autoInstallPeers=false',
    // The lockfile fixes every version and hash; their age was checked when they were added.
    '--config.minimumReleaseAge=0',
  ]
  await promisify(execFile)(process.execPath, [pnpm, 'install', ...options], {
    cwd: directory,
    maxBuffer: progressBytes,
  })
}

async function isThere(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined
}
