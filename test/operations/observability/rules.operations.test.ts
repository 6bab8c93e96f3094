import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { alertRules, metricNamesIn, root, rulesPath, rulesText, toKebabCase } from './support/rules.ts'

const folder = join(root, 'infra/observability')
const run = (program: string, ...words: string[]) => execFileSync(program, words, { encoding: 'utf8' })

test('promtool accepts the rules, and their tests pass', () => {
  expect(run('promtool', 'check', 'rules', join(root, rulesPath))).toContain('SUCCESS')
  const tests = globSync('tests/*.yml', { cwd: folder }).map((file) => join(folder, file))
  expect(tests.length).toBeGreaterThan(1)
  expect(run('promtool', 'test', 'rules', ...tests)).not.toContain('FAILED')
})

test('promtool and amtool accept the example configurations', () => {
  const copy = mkdtempSync(join(tmpdir(), 'signalpost-observability-'))
  onTestFinished(() => rmSync(copy, { recursive: true }))
  cpSync(folder, copy, { recursive: true })
  // The file with the token is an operator's own.
  writeFileSync(join(copy, 'metrics-token'), 'token')
  expect(run('promtool', 'check', 'config', join(copy, 'prometheus.yml'))).toContain('1 rule files found')
  expect(run('amtool', 'check-config', join(copy, 'alertmanager/alertmanager.yml'))).toContain('SUCCESS')
})

test('pages and tickets reach different receivers', () => {
  const config = join(folder, 'alertmanager/alertmanager.yml')
  for (const [severity, receiver] of [
    ['page', 'pages'],
    ['ticket', 'tickets'],
  ]) {
    const route = run('amtool', 'config', 'routes', 'test', `--config.file=${config}`, `severity=${severity}`)
    expect(route.trim()).toBe(receiver)
  }
})

test('each inhibition names alerts that exist', () => {
  const config = readFileSync(join(folder, 'alertmanager/alertmanager.yml'), 'utf8')
  const named = config.match(/\bSignalpost\w+/g) ?? []
  const names = new Set(alertRules.map(({ name }) => name))
  expect(named.length).toBeGreaterThan(3)
  expect(named.filter((name) => !names.has(name))).toEqual([])
})

test('each alert pages or makes a ticket, and its runbook exists', () => {
  for (const { name, severity, runbook } of alertRules) {
    expect(['page', 'ticket']).toContain(severity)
    expect(runbook).toBe(`docs/runbooks/${toKebabCase(name)}.md`)
  }
  const runbooks = globSync('docs/runbooks/*.md', { cwd: root }).filter((path) => !path.endsWith('README.md'))
  expect(runbooks.sort()).toEqual(alertRules.map(({ runbook }) => runbook).sort())
})

test('the index of the runbooks has each alert with its severity', () => {
  const index = readFileSync(join(root, 'docs/runbooks/README.md'), 'utf8')
  const rows = [...index.matchAll(/^\| \[(\w+)\]\(([\w-]+)\.md\) \| (\w+) \|$/gm)].map(([, ...row]) => row)
  expect(rows).toEqual(alertRules.map(({ name, severity }) => [name, toKebabCase(name), severity]))
})

test('each alert has a test in which it fires and one in which it is silent', () => {
  const tests = globSync('tests/*.yml', { cwd: folder }).map((file) =>
    readFileSync(join(folder, file), 'utf8'),
  )
  const names = [...tests.join('\n').matchAll(/^ {2}- name: (.+)$/gm)].map(([, name]) => name)
  expect(new Set(names)).toEqual(
    new Set(alertRules.flatMap(({ name }) => [`${name} fires`, `${name} is silent`])),
  )
})

test('the tests of rules feed only metrics that the rules read', () => {
  const fed = globSync('tests/*.yml', { cwd: folder }).flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/series: '([a-z0-9_]+)/g)].map(([, name]) => name),
  )
  const read = metricNamesIn(rulesText)
  expect([...new Set(fed)].filter((name) => name !== undefined && !read.includes(name))).toEqual([])
})
