import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'

/** What a kind needs and `warehouse install` has not brought yet, or in another version: a person must. */
export class MissingPackageError extends Error {
  override readonly name = 'MissingPackageError'
}

/** Where the optional packages of all kinds are; each kind has a directory of its own name below it. */
export function librariesOf(dataDir: string): string {
  return resolve(dataDir, 'warehouse-libraries')
}

/**
 * An optional package of a kind, as `require` gives it; its types are the caller's to say. Throws MissingPackageError
 * where it is not installed in the version that the kind names.
 */
export function loadOptional(
  { kind, optionalPackages }: { kind: string; optionalPackages: Readonly<Record<string, string>> },
  name: string,
  libraries: string,
): unknown {
  const directory = join(libraries, kind)
  if (versionIn(join(directory, 'node_modules', name)) !== optionalPackages[name]) {
    throw new MissingPackageError(
      `${name} ${optionalPackages[name]} is not installed; run ./signalpost warehouse install ${kind}`,
    )
  }
  return createRequire(join(directory, 'package.json'))(name)
}

/** Read anew each time: it may have been installed meanwhile. */
function versionIn(directory: string): string | undefined {
  const manifest = join(directory, 'package.json')
  if (!existsSync(manifest)) return undefined
  const { version }: { version?: string } = JSON.parse(readFileSync(manifest, 'utf8'))
  return version
}
