import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { indexPage } from './index-page.ts'

export const webDirectory: string = fileURLToPath(new URL('../../web', import.meta.url))

/** Bundles the console's pages into a directory, compressed. */
export async function bundlePages(directory: string): Promise<void> {
  // Loaded here alone: a start that finds its pages does not need it.
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

const compress = promisify(brotliCompress)
/** As many as run in parallel anyway, and far fewer than a process may open. */
const filesAtOnce = 8

/** Writes a `.br` beside every file of a directory, so that serving one costs nothing. */
async function compressFiles(directory: string): Promise<void> {
  const names = await readdir(directory)
  const compressFile = async (name: string): Promise<void> => {
    const content = await readFile(join(directory, name))
    const params = { [constants.BROTLI_PARAM_QUALITY]: 5 }
    await writeFile(join(directory, `${name}.br`), await compress(content, { params }))
  }
  for (let first = 0; first < names.length; first += filesAtOnce) {
    await Promise.all(names.slice(first, first + filesAtOnce).map(compressFile))
  }
}
