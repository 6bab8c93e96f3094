import { execFileSync } from 'node:child_process'
import { startOwnPostgres } from '@signalpost/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { renderChart, root } from '../chart/support/helm.ts'
import { type Manifest, readManifests } from '../chart/support/manifest.ts'
import { buildImage, type Image } from '../support/images/build-image.ts'
import { readSteps } from '../support/read-steps.ts'
import { createStandInCluster, type StandInCluster } from './stand-in-cluster.ts'

// docs/operating/kubernetes.md as it is written: helm renders; docker, kubectl and the cluster are stand-ins.

let image: Image

beforeAll(async () => {
  image = await buildImage()
}, 900_000)

afterAll(() => image?.close())

test('the commands of the document lead from the repository to the first applied event', async ({
  onTestFinished,
}) => {
  const postgres = await startOwnPostgres()
  onTestFinished(postgres.remove)
  const steps = readSteps('docs/operating/kubernetes.md')
  const settings = steps.take('export REGISTRY').replace('postgres://…', postgres.url)
  const wordsOf = (containing: string): string[] => expand(settings, steps.take(containing))

  const build = wordsOf('docker build')
  expect(build).toEqual(
    expect.arrayContaining(['--file', 'infra/images/Dockerfile', '--target', 'product', '.']),
  )
  const built = build[build.indexOf('--tag') + 1]
  expect(wordsOf('docker push')).toEqual(['docker', 'push', built])
  const secret = Object.fromEntries(
    wordsOf('kubectl create secret')
      .filter((word) => word.startsWith('--from-literal='))
      .map((word) => /^--from-literal=([^=]+)=(.*)$/s.exec(word)?.slice(1) ?? []),
  )
  const [, , release, chart, ...options] = wordsOf('helm install')
  expect([release, chart]).toEqual(['signalpost', 'infra/helm/signalpost'])
  const manifests = await render(options.filter((_, index) => options[index - 1] === '--set'))

  const cluster: StandInCluster = createStandInCluster({
    ...{ nodes: ['one', 'two'], secret },
    imageOf: (reference) => {
      if (reference !== built) throw new Error(`No one pushed ${reference}.`)
      return image
    },
  })
  onTestFinished(cluster.remove)
  await cluster.apply(manifests, 'pre-install')
  expect(wordsOf('helm test')).toEqual(['helm', 'test', 'signalpost', '--logs'])
  expect(await cluster.test(manifests)).toMatch(/The intake accepted dlv_\w+\.\nA worker applied it\.\n/)
  expect(cluster.complaints).toEqual([])
  // Six commands, and no other.
  expect(steps.rest()).toEqual([])
}, 600_000)

async function render(settings: readonly string[]): Promise<Manifest[]> {
  const answer = await renderChart({ settings })
  if (!answer.ok) throw new Error(answer.message)
  return readManifests(answer.stdout)
}

/** Returns the words of a command as a shell reads them after these settings. */
function expand(settings: string, command: string): string[] {
  const script = `${settings}\nset -- ${command}\nfor word; do printf '%s\\0' "$word"; done`
  return execFileSync('sh', ['-c', script], { cwd: root, encoding: 'utf8' }).split('\0').slice(0, -1)
}
