import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readCliConfig } from './config.ts'

const projectRoot = fileURLToPath(new URL('../../..', import.meta.url))

test('the data directory is that of the project, or relative to the current directory', () => {
  expect(readCliConfig({}).dataDir).toBe(join(projectRoot, '.signalpost'))
  const named = readCliConfig({ SIGNALPOST_DATA_DIR: 'data' })
  expect(named.dataDir).toBe(join(process.cwd(), 'data'))
  expect(named.environment.SIGNALPOST_DATA_DIR).toBe(named.dataDir)
})

test('listens on all addresses only if the database is not embedded', () => {
  expect(readCliConfig({}).host).toBe('127.0.0.1')
  const SIGNALPOST_MASTER_KEY = Buffer.alloc(32).toString('base64')
  expect(readCliConfig({ DATABASE_URL: 'postgres://a/b', SIGNALPOST_MASTER_KEY }).host).toBe('0.0.0.0')
})
