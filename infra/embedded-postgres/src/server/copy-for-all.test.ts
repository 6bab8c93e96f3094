import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openToAll } from './copy-for-all.ts'

const module = new URL('./copy-for-all.ts', import.meta.url)
let home: string

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'signalpost-copy-'))
  const bin = join(home, 'private/bin')
  mkdirSync(bin, { recursive: true })
  writeFileSync(join(bin, 'program'), '#!/bin/sh')
  writeFileSync(join(bin, 'library.a'), '')
  writeFileSync(join(home, 'private/text'), 'text')
  symlinkSync('bin/program', join(home, 'private/link'))
  // As an installation under a umask of 077 leaves them.
  for (const name of ['private', 'private/bin', 'private/bin/program']) chmodSync(join(home, name), 0o700)
  chmodSync(join(home, 'private/text'), 0o600)
})

afterEach(() => rmSync(home, { recursive: true, force: true }))

function modesIn(directory: string): Record<string, string> {
  const names = ['', ...readdirSync(directory, { recursive: true, encoding: 'utf8' })].toSorted()
  const modeOf = (name: string): string => (lstatSync(join(directory, name)).mode & 0o777).toString(8)
  return Object.fromEntries(names.filter((name) => name !== 'link').map((name) => [name, modeOf(name)]))
}

const open = { '': '755', bin: '755', 'bin/program': '755', text: '644' }

test('a copy that root makes under a strict umask can be run by every account', () => {
  const program = `
    import { copyForAll } from ${JSON.stringify(module.href)}
    copyForAll(process.argv[1], process.argv[2])`
  const words = ['--input-type=module', '-e', program, join(home, 'private'), join(home, 'new/shared/copy')]
  const { stderr, status } = spawnSync(
    '/bin/sh',
    ['-c', 'umask 077; exec "$0" "$@"', process.execPath, ...words],
    { encoding: 'utf8' },
  )
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 })
  expect(modesIn(join(home, 'new'))).toMatchObject({ '': '755', shared: '755' })
  expect(readdirSync(join(home, 'new/shared'))).toEqual(['copy'])
  expect(modesIn(join(home, 'new/shared/copy'))).toEqual(open)
  expect(readFileSync(join(home, 'new/shared/copy/link'), 'utf8')).toBe('#!/bin/sh')
})

test('a copy that is too private is opened where it is', () => {
  openToAll(join(home, 'private'))
  expect(modesIn(join(home, 'private'))).toEqual({ ...open, 'bin/library.a': '644' })
})
