import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { readDocuments } from '@signalpost/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { policies } from './policies/index.ts'
import { findTypeFaults, findValueFaults } from './support/check-types.ts'
import { chartDirectory, examplesDirectory, renderChart, root, runHelm, runKubectl } from './support/helm.ts'
import { type Manifest, ofKind, readManifests } from './support/manifest.ts'

// The chart with each of its example values, and the manifests for kustomize that are rendered from it.

const examples = globSync('*.yaml', { cwd: examplesDirectory }).sort()
const rendered = new Map<string, Manifest[]>()

beforeAll(async () => {
  for (const example of examples) rendered.set(example, readManifests(await render(example)))
})

async function render(example: string): Promise<string> {
  const answer = await renderChart({ files: [join(examplesDirectory, example)] })
  return answer.ok ? answer.stdout : expect.unreachable(`${example}: ${answer.message}`)
}

const manifestsOf = (example: string): Manifest[] => rendered.get(example) ?? []

test('there are at least 12 examples', () => {
  expect(examples.length).toBeGreaterThanOrEqual(12)
})

describe.each(examples)('%s', (example) => {
  test('passes the strict linter of helm', async () => {
    const file = join(examplesDirectory, example)
    expect(await runHelm(['lint', '--strict', chartDirectory, '-f', file])).toMatchObject({ ok: true })
  })

  test.each(policies)('passes the policy $name', ({ find }) => {
    expect(manifestsOf(example)).not.toEqual([])
    expect(find(manifestsOf(example))).toEqual([])
  })

  test('has values that Kubernetes accepts', async () => {
    expect(await findValueFaults(manifestsOf(example))).toEqual([])
  })
})

test('the example with metrics has the rules and every dashboard', () => {
  const manifests = manifestsOf('observed.yaml')
  const dashboards = globSync('infra/observability/dashboards/*.json', { cwd: root })
  const shown = ofKind(manifests, 'ConfigMap').flatMap(({ data = {} }) =>
    Object.entries(data).filter(([name]) => name.endsWith('.json')),
  )
  expect(dashboards).not.toEqual([])
  expect(Object.fromEntries(shown)).toEqual(
    Object.fromEntries(
      dashboards.map((path) => [`signalpost-${basename(path)}`, readFileSync(join(root, path), 'utf8')]),
    ),
  )
  const text = readFileSync(join(root, 'infra/observability/rules/signalpost.yml'), 'utf8')
  expect(ofKind(manifests, 'PrometheusRule').map(({ spec }) => spec)).toEqual([parse(text)])
})

test('the Job that migrates reads the URLs of the role that owns the schema, and grants to the other', () => {
  const keysOf = (kind: 'Job' | 'Deployment') =>
    ofKind(manifestsOf('two-roles.yaml'), kind)
      .flatMap(({ spec }) => spec.template.spec.volumes ?? [])
      .flatMap(({ secret }) => secret?.items ?? [])
      .filter(({ path }) => path.endsWith('DATABASE_URL'))
      .map(({ path, key }) => `${path}=${key}`)
  expect(keysOf('Job')).toEqual(['DATABASE_URL=owner-url', 'SIGNALPOST_QUEUE_DATABASE_URL=owner-queue-url'])
  expect(new Set(keysOf('Deployment'))).toEqual(
    new Set(['DATABASE_URL=DATABASE_URL', 'SIGNALPOST_QUEUE_DATABASE_URL=queue-url']),
  )
  const [job] = ofKind(manifestsOf('two-roles.yaml'), 'Job')
  expect(job?.spec.template.spec.containers[0]?.args).toEqual([
    'migrate',
    '--wait',
    '300',
    '--grant-to',
    'signals_app',
  ])
})

test('every object of every example has the type of its kind', async () => {
  const faults = await findTypeFaults(examples.map(manifestsOf))
  expect(Object.fromEntries(examples.map((example, index) => [example, faults[index]]))).toEqual(
    Object.fromEntries(examples.map((example) => [example, []])),
  )
})

test('the manifests for kustomize are the chart with its defaults, and kustomize builds them', async () => {
  const settings = ['existingSecret=signalpost', 'tests.enabled=false']
  const answer = await renderChart({ settings })
  if (!answer.ok) throw new Error(answer.message)
  const text = answer.stdout
    .replaceAll(/^# Source: .*\n/gm, '')
    .replaceAll('managed-by: Helm', 'managed-by: kustomize')
  await expect(text).toMatchFileSnapshot(join(root, 'infra/kubernetes/signalpost.yaml'))
  const built = readManifests(await runKubectl(['kustomize', join(root, 'infra/kubernetes')]))
  const idsOf = (manifests: Manifest[]) =>
    manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`).sort()
  expect(idsOf(built)).toEqual(idsOf(readManifests(text)))
})

const documentedLines = readDocuments().flatMap(({ path, blocks }) =>
  blocks
    .flatMap(({ code }) => code.split('\n'))
    .filter((line) => /^helm (?:install|upgrade) /.test(line))
    .map((line) => ({ path, line })),
)

test('a document shows how to install the chart', () => {
  expect(documentedLines).not.toEqual([])
})

test.each(documentedLines)('$path: $line', async ({ line }) => {
  const [, , ...words] = line.replace(' --install', '').split(/\s+/)
  const answer = await runHelm([
    'template',
    ...words.map((word) => word.replace(/^infra\//, `${root}/infra/`)),
  ])
  expect(answer).toMatchObject({ ok: true })
})
