import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ensureMasterKey, findMasterKey } from '../index.ts'

let root: string
let dataDir: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'signalpost-key-'))
  dataDir = join(root, 'data')
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

test('makes 32 random bytes at first and returns the same ever after', () => {
  expect(findMasterKey(dataDir)).toBeUndefined()
  const key = ensureMasterKey(dataDir)
  expect(Buffer.from(key, 'base64')).toHaveLength(32)
  expect(ensureMasterKey(dataDir)).toBe(key)
  expect(findMasterKey(dataDir)).toBe(key)
  expect(ensureMasterKey(join(root, 'other'))).not.toBe(key)
})

test('keeps the key from everybody else', () => {
  ensureMasterKey(dataDir)
  expect(statSync(join(dataDir, 'master-key')).mode & 0o777).toBe(0o600)
})

test('never replaces a damaged key, because what it encrypted would be lost', () => {
  ensureMasterKey(dataDir)
  writeFileSync(join(dataDir, 'master-key'), 'c2hvcnQ=\n')
  expect(() => ensureMasterKey(dataDir)).toThrow(/does not contain 32 bytes in base64/)
})
