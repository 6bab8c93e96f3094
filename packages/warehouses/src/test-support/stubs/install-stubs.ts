import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { WarehouseKind } from '../../target.ts'

export type InstalledStubs = {
  /** The `libraries` of a target. */
  libraries: string
  remove: () => Promise<void>
}

/** Installs emulations of a kind's optional packages, by name, for targets in this process. */
export async function installStubs(
  { kind, optionalPackages }: WarehouseKind,
  stubs: Readonly<Record<string, object>>,
): Promise<InstalledStubs> {
  const libraries = await mkdtemp(join(tmpdir(), 'signalpost-stubs-'))
  const require = createRequire(join(libraries, kind, 'package.json'))
  for (const [name, version] of Object.entries(optionalPackages)) {
    const directory = join(libraries, kind, 'node_modules', name)
    await mkdir(directory, { recursive: true })
    await writeFile(join(directory, 'package.json'), JSON.stringify({ name, version, main: 'index.cjs' }))
    await writeFile(join(directory, 'index.cjs'), 'module.exports = {}')
    // A module is loaded once in a process, so the target gets this very object.
    Object.assign(require(name), stubs[name])
  }
  return { libraries, remove: () => rm(libraries, { recursive: true, force: true }) }
}
