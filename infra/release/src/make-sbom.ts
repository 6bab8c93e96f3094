/** What this reads and writes of CycloneDX. */
export type Bom = {
  bomFormat: string
  specVersion: string
  version: number
  metadata: { timestamp?: string; component: Component; [name: string]: unknown }
  components: Component[]
  dependencies: { ref: string; dependsOn?: string[] }[]
}

type Component = {
  'bom-ref': string
  purl: string
  group?: string
  name: string
  version: string
  licenses?: unknown[]
  [name: string]: unknown
}

/** What pnpm says: of the lockfile, with the packages of every platform, and of what is installed, with licences. */
export type PackageDescriptions = { locked: Bom; installed: Bom }

const ours = 'pkg:npm/%40signalpost/'

/**
 * Makes the bill of materials of what is shipped: the packages that ours reach, without those whose names begin with one
 * of `leftOut`, and what only those need. The same input gives the same text: there is no serial number and no time.
 */
export function makeSbom(
  { locked, installed }: PackageDescriptions,
  { leftOut }: { leftOut: readonly string[] },
): Bom {
  const product = locked.metadata.component
  const shipped = new Map(
    locked.components
      .filter((component) => !leftOut.some((start) => nameOf(component).startsWith(start)))
      .map((component) => [component['bom-ref'], component]),
  )
  const neededBy = new Map(locked.dependencies.map(({ ref, dependsOn = [] }) => [ref, dependsOn]))
  const needsOf = (ref: string): string[] => (neededBy.get(ref) ?? []).filter((need) => shipped.has(need))

  const reached = new Set([product['bom-ref']])
  for (const ref of reached) for (const need of needsOf(ref)) reached.add(need)
  const [own, others] = [[...reached].filter(isOurs), [...reached].filter((ref) => !isOurs(ref))]
  const needs = new Set([product['bom-ref'], ...own].flatMap(needsOf).filter((ref) => !isOurs(ref)))

  const licences = new Map(installed.components.map(({ purl, licenses }) => [purl, licenses]))
  const { timestamp: _, ...metadata } = locked.metadata
  return {
    bomFormat: locked.bomFormat,
    specVersion: locked.specVersion,
    version: locked.version,
    metadata,
    components: others
      .toSorted()
      .map((ref) => shipped.get(ref))
      .filter((component) => component !== undefined)
      .map((component) => ({ ...component, ...licencesOf(licences.get(component.purl)) })),
    dependencies: others
      .map((ref) =>
        ref === product['bom-ref'] ? { ref, dependsOn: [...needs] } : { ref, dependsOn: needsOf(ref) },
      )
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.toSorted() }))
      .toSorted((a, b) => (a.ref < b.ref ? -1 : 1)),
  }
}

/** Our own packages are the product. */
function isOurs(ref: string): boolean {
  return ref.startsWith(ours)
}

function nameOf({ group, name }: Component): string {
  return group === undefined ? name : `${group}/${name}`
}

function licencesOf(licenses: unknown[] | undefined): { licenses?: unknown[] } {
  return licenses === undefined ? {} : { licenses }
}
