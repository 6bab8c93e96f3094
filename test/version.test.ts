import { execFileSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

// package.json alone says the version. What cannot read it there repeats it, and is found here by how it writes it.

const root = join(import.meta.dirname, '..')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && statSync(join(root, file), { throwIfNoEntry: false })?.isFile())
const read = (file: string) => readFileSync(join(root, file), 'utf8')

// These tell the past.
const history = /^(?:CHANGELOG\.md|docs\/decisions\/|pnpm-lock\.yaml)/
const repeated =
  /(?:signalpost[:@-]|\bappVersion: |\bARG VERSION=|app\.kubernetes\.io\/version: "?)(\d+\.\d+\.\d+)/gi

test('every place that repeats the version has that of package.json', () => {
  const places = files
    .filter((file) => !history.test(file))
    .flatMap((file) =>
      [...read(file).matchAll(repeated)].map(([text, found]) => ({ place: `${file}: ${text}`, found })),
    )
  expect(places.map(({ place }) => place.split(':')[0])).toEqual(
    expect.arrayContaining([
      'docs/operating/install.md',
      'infra/compose/compose.yaml',
      'infra/helm/signalpost/Chart.yaml',
      'infra/images/Dockerfile',
      'infra/kubernetes/signalpost.yaml',
    ]),
  )
  expect(places.filter(({ found }) => found !== version).map(({ place }) => place)).toEqual([])
})

test('the chart has the version of the product', () => {
  expect(read('infra/helm/signalpost/Chart.yaml')).toContain(`\nversion: ${version}\n`)
})

test('no package of the workspace has a version of its own', () => {
  const manifests = files.filter((file) => file.endsWith('/package.json'))
  expect(manifests.length).toBeGreaterThan(20)
  expect(manifests.filter((file) => 'version' in JSON.parse(read(file)))).toEqual([])
})

test('the changelog has a section with a date for the version', () => {
  expect(read('CHANGELOG.md')).toMatch(
    new RegExp(`^## ${version.replaceAll('.', '\\.')} \\(\\d{4}-\\d\\d-\\d\\d\\)$`, 'm'),
  )
})
