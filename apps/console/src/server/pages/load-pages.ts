import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'

type Asset = { type: string; plain: Buffer; brotli: Buffer }

/** The files of a build, in memory. */
export type Pages = { index: Buffer; assets: ReadonlyMap<string, Asset> }

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}

export async function loadPages(directory: string): Promise<Pages> {
  const home = join(directory, 'assets')
  const names = (await readdir(home)).filter((name) => extname(name) in types)
  const assets = new Map<string, Asset>()
  // One after the other: a build has more files than some systems let a process open.
  for (const name of names) {
    const path = join(home, name)
    const [plain, brotli] = await Promise.all([readFile(path), readFile(`${path}.br`)])
    assets.set(name, { type: types[extname(name)] ?? 'application/octet-stream', plain, brotli })
  }
  return { index: await readFile(join(directory, 'index.html')), assets }
}
