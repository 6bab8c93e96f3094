import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ensureMasterKeys, findMasterKeys } from '../index.ts'

let root: string
let dataDir: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'signalpost-key-'))
  dataDir = join(root, 'data')
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

test('makes 32 random bytes at first and returns the same ever after', () => {
  expect(findMasterKeys(dataDir)).toBeUndefined()
  const key = ensureMasterKeys(dataDir)
  expect(key.map(({ length }) => length)).toEqual([32])
  expect(ensureMasterKeys(dataDir)).toEqual(key)
  expect(findMasterKeys(dataDir)).toEqual(key)
  expect(ensureMasterKeys(join(root, 'other'))).not.toEqual(key)
})

test('keeps the key from everybody else', () => {
  ensureMasterKeys(dataDir)
  expect(statSync(join(dataDir, 'master-key')).mode & 0o777).toBe(0o600)
})

test('never replaces a damaged key, because what it encrypted would be lost', () => {
  ensureMasterKeys(dataDir)
  writeFileSync(join(dataDir, 'master-key'), 'c2hvcnQ=\n')
  expect(() => ensureMasterKeys(dataDir)).toThrow(/does not contain 32 bytes in base64/)
})

test('reads a new and an old key during a rotation', () => {
  ensureMasterKeys(dataDir)
  const [newest, older] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
  writeFileSync(join(dataDir, 'master-key'), `${newest.toString('base64')},${older.toString('base64')}\n`)
  expect(findMasterKeys(dataDir)).toEqual([newest, older])
})
