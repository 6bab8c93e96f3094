import { expect, test } from 'vitest'
import { groups } from '../command/groups.ts'
import { loadCommands } from '../commands/commands.ts'
import { completeWords } from './complete-words.ts'

const commands = await loadCommands()

function complete(...words: string[]) {
  return completeWords(commands, { words, groups })
}

function valuesOf(...words: string[]): string[] {
  const completion = complete(...words)
  if (completion.kind !== 'words') throw new Error(`It completes ${completion.kind}.`)
  return completion.candidates.map(({ value }) => value)
}

test('completes groups and commands, with what they do', () => {
  expect(valuesOf('chan')).toEqual(['channel'])
  expect(complete('source', 'l')).toEqual({
    kind: 'words',
    candidates: [{ value: 'list', about: "List a workspace's sources." }],
  })
  expect(complete('ru')).toMatchObject({ candidates: [{ value: 'rule', about: groups.rule }] })
  expect(valuesOf('channel', 'create', 's')).toEqual(
    ['slack', 'slack_bot'].filter((kind) => valuesOf('channel', 'create', '').includes(kind)),
  )
  expect(valuesOf('')).toEqual([...new Set(commands.map(({ path }) => path.split(' ')[0]))])
  expect(valuesOf('nonsense', '')).toEqual([])
})

test('completes a command that is a group too', () => {
  expect(valuesOf('demo', '')).toContain('credentials')
})

test('completes options that are not given yet', () => {
  expect(valuesOf('source', 'list', '--')).toEqual(['--workspace', '--json', '--yes', '--help'])
  expect(valuesOf('source', 'list', '--workspace', 'org_demo', '--')).toEqual(['--json', '--yes', '--help'])
  expect(valuesOf('source', 'list', '--json', '--j')).toEqual([])
  expect(valuesOf('intake', '--')).toEqual(['--help'])
  expect(valuesOf('--h')).toEqual(['--help'])
  expect(valuesOf('--')).toEqual(['--local', '--url', '--allow-http', '--help'])
  expect(valuesOf('source', '--')).toEqual(['--help'])
})

test('completes the values of an option or argument that takes a few', () => {
  expect(valuesOf('rule', 'move', 'rul_1', '')).toEqual(['up', 'down'])
  expect(valuesOf('completion', 'b')).toEqual(['bash'])
  expect(valuesOf('rule', 'move', 'rul_1', 'up', '')).toEqual([])
})

test.each([
  [['channel', 'test', ''], 'channel', undefined],
  [['channel', 'test', 'cha'], 'channel', undefined],
  [['channel', 'test', '--workspace', 'org_a', ''], 'channel', 'org_a'],
  [['channel', 'test', '--workspace=org_a', ''], 'channel', 'org_a'],
  [['channel', 'test', 'chn_1', '--workspace', ''], 'workspace', undefined],
  [['source', 'list', '--workspace=o'], 'workspace', undefined],
  [['workspace', 'update', ''], 'workspace', undefined],
])('%j asks for names', (words, noun, workspace) => {
  expect(complete(...words)).toEqual({ kind: 'names', noun, workspace })
})

test('leaves files to the shell', () => {
  expect(complete('backup', 'restore', '')).toEqual({ kind: 'files' })
  expect(complete('backup', 'create', '--to', '')).toEqual({ kind: 'files' })
})

test('every command completes each of its parameters without a fault', () => {
  for (const { path, parameters } of commands) {
    const words = path.split(' ')
    const flags = Object.values(parameters).flatMap((one) => /^--[a-z-]+/.exec(one.flags)?.[0] ?? [])
    expect(valuesOf(...words, '--')).toEqual(expect.arrayContaining(flags))
    for (const flag of flags) expect(['words', 'files', 'names']).toContain(complete(...words, flag, '').kind)
  }
})
