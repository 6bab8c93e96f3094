import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { findProgram, programOf } from '@signalpost/testing'
import { test } from '@signalpost/testing/test'
import { afterAll, expect } from 'vitest'
import { type CliStore, openCliStore } from '../test-support/open-cli-store.ts'
import { shells } from './scripts.ts'

let store: CliStore
let directory: string

test.beforeAll(async ({ testDatabase }) => {
  store = openCliStore(testDatabase.url)
  await store.call(['workspace', 'create', '--id', 'org_acme', '--name', 'Acme: a "maker"'])
  await store.call(['workspace', 'create', '--id', 'org_other', '--name', 'Other'])
  directory = mkdtempSync(join(tmpdir(), 'signalpost-shells-'))
  // As a user has it on the path.
  writeFileSync(
    join(directory, 'signalpost'),
    `#!/bin/sh\nexec '${process.execPath}' '${programOf('cli')}' "$@"\n`,
  )
  chmodSync(join(directory, 'signalpost'), 0o755)
})

afterAll(async () => {
  await store?.close()
  if (directory !== undefined) rmSync(directory, { recursive: true })
})

/** Programs that load the script and print what the shell would offer after a line. */
const askers = {
  bash: (line: string) => [
    '-c',
    `source <(signalpost completion bash); COMP_LINE=$1; read -ra COMP_WORDS <<< "$1"
     [ "\${1: -1}" != ' ' ] || COMP_WORDS+=(''); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
     compopt() { COMPREPLY+=("files"); }
     _signalpost; printf '%s\\n' "\${COMPREPLY[@]}"`,
    'bash',
    line,
  ],
  zsh: (line: string) => [
    '-c',
    `compdef() { }; _files() { print files }; _describe() { print -l -- "\${(@)candidates%%:*}" }
     source <(signalpost completion zsh); words=("\${(@s: :)1}"); CURRENT=$#words; _signalpost`,
    'zsh',
    line,
  ],
  fish: (line: string) => [
    '-c',
    'signalpost completion fish | source; complete --do-complete "$argv[1]" | string replace --regex "\\t.*" ""; true',
    line,
  ],
}

test.for(shells)('%s completes commands, options and names', { timeout: 120_000 }, (shell, { skip }) => {
  if (findProgram(shell) === undefined) skip(`This machine has no ${shell}.`)
  const offeredAfter = (line: string): string[] => {
    const printed = execFileSync(shell, askers[shell](line), {
      cwd: directory,
      encoding: 'utf8',
      env: { ...store.environment, HOME: directory, PATH: [directory, process.env.PATH].join(delimiter) },
    })
    return printed.split('\n').filter((value) => value !== '')
  }
  expect(offeredAfter('signalpost wareh')).toEqual(['warehouse'])
  expect(offeredAfter('signalpost rule move rul_1 ')).toEqual(['up', 'down'])
  expect(offeredAfter('signalpost source list --w')).toEqual(['--workspace'])
  expect(offeredAfter('signalpost source list --workspace org_')).toEqual(['org_acme', 'org_other'])
  expect(offeredAfter('signalpost workspace update org_a')).toEqual(['org_acme'])
})

test('zsh loads what completion needs, where its start did not', ({ skip }) => {
  if (findProgram('zsh') === undefined) skip('This machine has no zsh.')
  const script = `source <(signalpost completion zsh); print -- \${_comps[signalpost]}`
  const printed = execFileSync('zsh', ['-f', '-c', script], {
    ...{ cwd: directory, encoding: 'utf8' },
    env: { ...store.environment, HOME: directory, PATH: [directory, process.env.PATH].join(delimiter) },
  })
  expect(printed).toBe('_signalpost\n')
})

test('bash puts names on the line so that each stays one word, whatever a sender called it', () => {
  const names = ['lst_1;{touch,made}', '$({touch,made})', '`{touch,made}`', "it's", 'a&b|c>made', 'org_acme']
  const bin = join(directory, 'hostile')
  mkdirSync(bin)
  const lines = join(bin, 'lines')
  writeFileSync(lines, names.map((name) => `${name}\tA listener\n`).join(''))
  const real = `exec '${process.execPath}' '${programOf('cli')}' "$@"`
  const stub = `#!/bin/sh\nif [ "$1" = __complete ]; then cat '${lines}'; else ${real}; fi\n`
  writeFileSync(join(bin, 'signalpost'), stub, { mode: 0o755 })
  const script = `source <(signalpost completion bash)
    COMP_WORDS=(signalpost listener show ''); COMP_CWORD=3; _signalpost
    eval "words=(\${COMPREPLY[*]})"; printf '%s\\n' "\${words[@]}"`
  const printed = execFileSync('bash', ['-c', script], {
    cwd: bin,
    encoding: 'utf8',
    env: { ...store.environment, HOME: directory, PATH: [bin, process.env.PATH].join(delimiter) },
  })
  expect(printed.trimEnd().split('\n')).toEqual(names)
  expect(readdirSync(bin).toSorted()).toEqual(['lines', 'signalpost'])
})

test('gives no names, and no fault, where the database cannot be reached', () => {
  const words = ['__complete', 'source', 'list', '--workspace', '']
  const env = { ...store.environment, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }
  const printed = execFileSync(process.execPath, [programOf('cli'), ...words], { env, encoding: 'utf8' })
  expect(printed).toBe('')
})
