/**
 * Assembles what is shipped: `main.ts BUNDLE DESCRIPTIONS` and then `sbom [FILE]`, `pack [DIRECTORY]` or `image DIRECTORY`.
 * DESCRIPTIONS is a directory with what pnpm says about the packages. Prints the file that it wrote.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { assembleImage, assemblePackage, describePackage, readManifest, toText } from './assemble-product.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '')
const made = join(root, 'infra/release/dist')
const [bundle = '', described = '', what = '', path, ...others] = process.argv.slice(2)
const descriptions = { locked: read('locked'), installed: read('installed') }
const { version } = readManifest(root)

if (others.length > 0) refuse('expected one path at most')
if (what === 'sbom') {
  const file = resolve(path ?? join(made, `signalpost-${version}.cdx.json`))
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, toText(describePackage(descriptions)))
  process.stdout.write(`${file}\n`)
} else if (what === 'pack') {
  process.stdout.write(`${pack(resolve(path ?? made))}\n`)
} else if (path === undefined) {
  refuse('expected the directory of the image')
} else {
  assembleImage({ root, bundle, descriptions }, resolve(path))
}

/** Packs into a directory. Returns the file. */
function pack(directory: string): string {
  mkdirSync(directory, { recursive: true })
  const scratch = mkdtempSync(join(tmpdir(), 'signalpost-pack-'))
  try {
    assemblePackage({ root, bundle, descriptions }, scratch)
    execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', directory], {
      cwd: scratch,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, npm_config_loglevel: 'error' },
    })
    return join(directory, `signalpost-${version}.tgz`)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

function read(name: string) {
  return JSON.parse(readFileSync(join(described, `${name}.json`), 'utf8'))
}

function refuse(problem: string): never {
  process.stderr.write(`${what}: ${problem}\n`)
  process.exit(1)
}
