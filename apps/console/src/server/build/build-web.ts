import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { StartError } from '@signalpost/runtime'
import { compressFiles } from './compress-files.ts'
import { hashSources } from './hash-sources.ts'
import { indexPage } from './index-page.ts'

const webDirectory = fileURLToPath(new URL('../../web', import.meta.url))
const lockfile = fileURLToPath(new URL('../../../../../pnpm-lock.yaml', import.meta.url))

/**
 * Bundles the pages into the data directory, once for each version of their sources, and returns the directory. Any
 * number of processes may build at once: each builds beside, and the first to finish wins.
 *
 * @throws StartError when the sources cannot be bundled or the data directory cannot be written
 */
export async function buildWeb({ dataDir }: { dataDir: string }): Promise<string> {
  const home = join(dataDir, 'console')
  const target = join(home, await hashSources({ directory: webDirectory, lockfile }))
  if (existsSync(target)) return target
  try {
    await mkdir(home, { recursive: true, mode: 0o700 })
    const scratch = await mkdtemp(join(home, 'build-'))
    try {
      await bundle(scratch)
      await publish(scratch, target)
    } finally {
      await rm(scratch, { recursive: true, force: true })
    }
    await removeOthers(home, target)
    return target
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new StartError(`the console's pages could not be built in ${home}: ${reason}`, { cause })
  }
}

async function bundle(directory: string): Promise<void> {
  // Loaded here alone: a start that finds its pages does not need the bundler.
  const { build } = await import('esbuild')
  const { metafile } = await build({
    absWorkingDir: webDirectory,
    entryPoints: { main: 'main.tsx', style: 'style/index.css' },
    outdir: join(directory, 'assets'),
    bundle: true,
    splitting: true,
    format: 'esm',
    target: ['chrome123', 'firefox120', 'safari17.5'],
    jsx: 'automatic',
    minify: true,
    metafile: true,
    legalComments: 'none',
    logLevel: 'silent',
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  const outputs = Object.fromEntries(
    Object.entries(metafile.outputs).map(([path, output]) => [path.slice(path.indexOf('assets/')), output]),
  )
  await writeFile(join(directory, 'index.html'), indexPage(outputs))
  await compressFiles(join(directory, 'assets'))
}

/** A rename onto a directory with files fails: another process was first, with the same content. */
async function publish(scratch: string, target: string): Promise<void> {
  await rename(scratch, target).catch((cause: unknown) => {
    if (!existsSync(target)) throw cause
  })
}

/** A version that still runs has its pages in memory. */
async function removeOthers(home: string, target: string): Promise<void> {
  for (const name of await readdir(home)) {
    const path = join(home, name)
    if (path !== target && dirname(path) === home && !name.startsWith('build-')) {
      await rm(path, { recursive: true, force: true })
    }
  }
}
