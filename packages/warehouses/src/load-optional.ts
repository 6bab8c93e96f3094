import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'

/** An optional package is missing or has another version; a person must run `warehouse install`. */
export class MissingPackageError extends Error {
  override readonly name = 'MissingPackageError'
}

/** Returns the directory of all optional packages, with a subdirectory for each kind. */
export function librariesOf(dataDir: string): string {
  return resolve(dataDir, 'warehouse-libraries')
}

/**
 * Loads an optional package of a kind like `require`; the caller states its types. Throws MissingPackageError if it is
 * not installed in the kind's version.
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

/** Returns the first optional package of a kind that is not installed in its version. */
export function findMissingPackage(
  { kind, optionalPackages }: { kind: string; optionalPackages: Readonly<Record<string, string>> },
  libraries: string,
): string | undefined {
  return Object.entries(optionalPackages).find(
    ([name, version]) => versionIn(join(libraries, kind, 'node_modules', name)) !== version,
  )?.[0]
}

/** Read each time, because it may have been installed meanwhile. */
function versionIn(directory: string): string | undefined {
  const manifest = join(directory, 'package.json')
  if (!existsSync(manifest)) return undefined
  const { version }: { version?: string } = JSON.parse(readFileSync(manifest, 'utf8'))
  return version
}
