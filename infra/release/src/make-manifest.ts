export type Manifest = {
  version?: string
  description?: string
  license?: string
  engines?: Record<string, string>
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

/**
 * Makes the package.json of the npm package. It depends on the packages that stay outside the bundle and on Node, each in
 * the version of the catalog.
 */
export function makeManifest({
  product,
  bundle,
  catalog,
  leftOut,
}: {
  product: Manifest
  bundle: Manifest
  /** The text of pnpm-workspace.yaml. */
  catalog: string
  leftOut: readonly string[]
}): Manifest & { name: string; type: string; bin: Record<string, string>; files: string[] } {
  const { version, description, license, engines } = product
  const pin = (dependencies: Record<string, string> = {}): Record<string, string> =>
    Object.fromEntries(
      Object.keys(dependencies)
        .filter((name) => !leftOut.includes(name))
        .map((name) => [name, findPinned(catalog, name)]),
    )
  return {
    name: 'signalpost',
    ...Object.fromEntries(Object.entries({ version, description, license })),
    type: 'module',
    ...(engines === undefined ? {} : { engines }),
    bin: { signalpost: 'infra/release/launch.mjs' },
    files: ['infra', 'sbom.cdx.json'],
    dependencies: pin({ ...product.dependencies, ...bundle.dependencies }),
    optionalDependencies: pin({ ...product.optionalDependencies, ...bundle.optionalDependencies }),
  }
}

function findPinned(catalog: string, name: string): string {
  const line = catalog
    .split('\n')
    .find((text) => [`  ${name}: `, `  "${name}": `].some((start) => text.startsWith(start)))
  const version = line?.split(': ')[1]
  if (version === undefined) throw new Error(`pnpm-workspace.yaml has no version of ${name}`)
  return version
}
