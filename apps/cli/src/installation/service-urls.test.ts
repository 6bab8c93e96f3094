import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Environment, readCliConfig } from '../config.ts'
import { writeDemoFacts } from './demo-file.ts'
import { getApiBase, getIntakeBase } from './service-urls.ts'

let dataDir: string

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'signalpost-urls-'))
})

afterEach(() => rmSync(dataDir, { recursive: true }))

const bases = (env: Environment = {}) => {
  const config = readCliConfig({ SIGNALPOST_DATA_DIR: dataDir, ...env })
  return [getIntakeBase(config), getApiBase(config)]
}

const startedOn = (intakePort: number, apiPort: number) =>
  writeDemoFacts(dataDir, {
    orgId: 'org_demo',
    sourceId: 'src_1',
    intakeUrl: `http://127.0.0.1:${intakePort}/hooks/src_1`,
    secret: 'secret',
    apiUrl: `http://127.0.0.1:${apiPort}`,
    apiKey: 'key',
  })

test('uses the addresses of the environment, else of the last start, else the defaults', () => {
  expect(bases()).toEqual(['http://127.0.0.1:4100', 'http://127.0.0.1:4200'])
  startedOn(5001, 5002)
  expect(bases()).toEqual(['http://127.0.0.1:5001', 'http://127.0.0.1:5002'])
  expect(bases({ SIGNALPOST_INTAKE_PORT: '0' })).toEqual(['http://127.0.0.1:5001', 'http://127.0.0.1:5002'])
  expect(bases({ SIGNALPOST_INTAKE_PORT: '6001' })).toEqual([
    'http://127.0.0.1:6001',
    'http://127.0.0.1:5002',
  ])
  const outside = {
    SIGNALPOST_INTAKE_URL: 'https://in.example/',
    SIGNALPOST_PUBLIC_URL: 'https://api.example',
  }
  expect(bases(outside)).toEqual(['https://in.example', 'https://api.example'])
})

test('reports an unknown port, and ignores the last start for an external database', () => {
  expect(() => bases({ SIGNALPOST_INTAKE_PORT: '0' })).toThrow('set SIGNALPOST_INTAKE_URL')
  startedOn(5001, 5002)
  const foreign = {
    DATABASE_URL: 'postgres://a/b',
    SIGNALPOST_MASTER_KEY: randomBytes(32).toString('base64'),
  }
  expect(bases(foreign)).toEqual(['http://127.0.0.1:4100', 'http://127.0.0.1:4200'])
})
