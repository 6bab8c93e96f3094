import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compressFiles } from './compress-files.ts'
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
