import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadOptional } from './load-optional.ts'

const kind = { kind: 'acme', optionalPackages: { '@acme/sdk': '1.2.0' } }
let libraries: string

beforeAll(() => {
  libraries = mkdtempSync(join(tmpdir(), 'signalpost-libraries-'))
})

afterAll(() => {
  rmSync(libraries, { recursive: true })
})

function install(version: string): void {
  const directory = join(libraries, 'acme/node_modules/@acme/sdk')
  rmSync(directory, { recursive: true, force: true })
  mkdirSync(directory, { recursive: true })
  writeFileSync(
    join(directory, 'package.json'),
    JSON.stringify({ name: '@acme/sdk', version, type: 'module', exports: './index.js' }),
  )
  writeFileSync(join(directory, 'index.js'), 'export const connect = () => "connected"')
}

test('says what to run until the very version is installed, and then loads it', () => {
  const load = () => loadOptional(kind, '@acme/sdk', libraries)
  const remedy = '@acme/sdk 1.2.0 is not installed; run ./signalpost warehouse install acme'
  expect(load).toThrow(remedy)
  install('1.3.0')
  expect(load).toThrow(remedy)
  install('1.2.0')
  expect(load()).toHaveProperty('connect')
})
