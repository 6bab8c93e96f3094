import { expect, test } from 'vitest'
import { type Bom, makeSbom } from './make-sbom.ts'

const refOf = (name: string): string => `pkg:npm/${name.replace('@', '%40')}@1.0.0`

function describePackages(needs: Record<string, string[]>, facts: object = {}): Bom {
  return {
    ...{ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 },
    ...{ serialNumber: 'urn:uuid:806df5bf-acf5-4977-ba4e-76d8a6278a2d' },
    metadata: { timestamp: '2026-11-27T14:23:26.929Z', component: componentOf('signalpost') },
    components: Object.keys(needs)
      .filter((name) => name !== 'signalpost')
      .map((name) => ({ ...componentOf(name), ...facts })),
    dependencies: Object.entries(needs).map(([name, others]) => ({
      ref: refOf(name),
      dependsOn: others.map(refOf),
    })),
  }
}

function componentOf(full: string) {
  const [name = '', group] = full.split('/').toReversed()
  return { 'bom-ref': refOf(full), purl: refOf(full), name, ...(group && { group }), version: '1.0.0' }
}

const locked = describePackages({
  signalpost: ['esbuild', '@signalpost/database'],
  '@signalpost/database': ['@signalpost/domain', 'pg'],
  '@signalpost/domain': ['zod'],
  pg: ['pg-protocol'],
  esbuild: ['@esbuild/linux-x64'],
  zod: [],
  'pg-protocol': [],
  '@esbuild/linux-x64': [],
  stranger: [],
})
const installed = describePackages({ pg: [], zod: [] }, { licenses: [{ license: { id: 'MIT' } }] })
const sbom = makeSbom({ locked, installed }, { leftOut: ['esbuild'] })

test('names what our packages reach, as needs of the product', () => {
  expect(sbom.components.map(({ name }) => name)).toEqual(['pg-protocol', 'pg', 'zod'])
  expect(sbom.dependencies).toEqual([
    { ref: refOf('pg-protocol'), dependsOn: [] },
    { ref: refOf('pg'), dependsOn: [refOf('pg-protocol')] },
    { ref: refOf('signalpost'), dependsOn: [refOf('pg'), refOf('zod')] },
    { ref: refOf('zod'), dependsOn: [] },
  ])
})

test('takes licences from what is installed', () => {
  const licenceOf = (name: string) => sbom.components.find((one) => one.name === name)?.licenses
  expect(licenceOf('pg')).toEqual([{ license: { id: 'MIT' } }])
  expect(licenceOf('pg-protocol')).toBeUndefined()
})

test('is the same text whenever it is made, in whichever order pnpm names packages', () => {
  const later = describePackages(
    Object.fromEntries(
      locked.dependencies
        .map(({ ref, dependsOn = [] }) => [nameOf(ref), dependsOn.map(nameOf).toReversed()])
        .toReversed(),
    ),
  )
  later.metadata.timestamp = '2027-01-01T00:00:00.000Z'
  expect(JSON.stringify(makeSbom({ locked: later, installed }, { leftOut: ['esbuild'] }))).toBe(
    JSON.stringify(sbom),
  )
  expect(JSON.stringify(sbom)).not.toMatch(/timestamp|serialNumber/)
})

function nameOf(ref: string): string {
  return ref.replace('pkg:npm/', '').replace('%40', '@').replace('@1.0.0', '')
}
