import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { migrateQueues } from '@signalpost/queues'
import { compileCache, findFreePort, programOf } from '@signalpost/testing'
import { test } from '@signalpost/testing/test'
import { afterAll, expect } from 'vitest'
import { type Product, startProduct } from '../../support/product/start-product.ts'
import { examplesDirectory, renderChart, root } from './support/helm.ts'
import { type Manifest, ofKind, readManifests } from './support/manifest.ts'

// What the chart asks of the product, asked of real processes: its probes, and the script of `helm test`.

const directory = mkdtempSync(join(tmpdir(), 'signalpost-helm-test-'))
const masterKey = randomBytes(32).toString('base64')
let product: Product
let manifests: Manifest[]
let environment: Record<string, string>

test.beforeAll(async ({ testDatabase }) => {
  await migrateQueues({ kind: 'postgres', url: testDatabase.url })
  const stores = { databaseUrl: testDatabase.url, masterKey }
  const counts = { intake: 1, worker: 1, searcher: 1, api: 1, console: 1 }
  product = await startProduct({ ...stores, counts, env: { SIGNALPOST_HOST: '0.0.0.0' } })
  const answer = await renderChart({ files: [join(examplesDirectory, 'minimal.yaml')] })
  if (!answer.ok) throw new Error(answer.message)
  manifests = readManifests(answer.stdout)
  environment = { DATABASE_URL: testDatabase.url, SIGNALPOST_MASTER_KEY: masterKey }
}, 120_000)

afterAll(async () => {
  await product.stop()
  rmSync(directory, { recursive: true })
})

test('every probe of every pod succeeds at a process that is ready', async () => {
  const deployments = ofKind(manifests, 'Deployment')
  expect(deployments).toHaveLength(5)
  for (const { spec } of deployments) {
    for (const { args, startupProbe, livenessProbe, readinessProbe } of spec.template.spec.containers) {
      const port = product.processes.find(({ kind }) => kind === args?.[0])?.port()
      for (const probe of [startupProbe, livenessProbe, readinessProbe]) {
        // The kubelet names the address of the pod, which is no host that the console knows.
        const url = `http://127.0.0.2:${port}${probe?.httpGet?.path}`
        await expect.poll(() => statusOf(url), { timeout: 60_000 }).toBe(200)
      }
    }
  }
})

test('the script of `helm test` sends an event, and waits until a worker has applied it', async () => {
  const intakeUrl = product.intakeUrls()[0] ?? expect.unreachable('there is no intake')
  expect(await runScript(intakeUrl)).toEqual({
    exitCode: 0,
    stdout: expect.stringMatching(/^The intake accepted dlv_\w+\.\nA worker applied it\.\n$/),
    stderr: '',
  })
})

test('the script of `helm test` runs again with the same source', async ({ database }) => {
  const intakeUrl = product.intakeUrls()[0] ?? expect.unreachable('there is no intake')
  expect(await runScript(intakeUrl)).toMatchObject({ exitCode: 0 })
  const sources = await database.selectFrom('sources').select('name').execute()
  expect(sources).toEqual([{ name: 'helm test' }])
})

test('the script of `helm test` fails without an intake, and says so', async () => {
  expect(await runScript(`http://127.0.0.1:${await findFreePort()}`)).toMatchObject({
    exitCode: 1,
    stderr: expect.stringMatching(/event send .* failed:[\s\S]*The intake does not respond/),
  })
})

async function statusOf(url: string): Promise<number | undefined> {
  const response = await fetch(url).catch(() => undefined)
  await response?.body?.cancel()
  return response?.status
}

/** Runs the script as the pod does, from the ConfigMap. */
async function runScript(intakeUrl: string) {
  const script = ofKind(manifests, 'ConfigMap').find(({ data }) => data?.['send-event.mjs'] !== undefined)
  const path = join(directory, 'send-event.mjs')
  writeFileSync(path, script?.data?.['send-event.mjs'] ?? '')
  const child = spawn(process.execPath, [path], {
    cwd: root,
    env: {
      ...{ PATH: process.env.PATH ?? '', ...compileCache, ...environment },
      ...{ SIGNALPOST_INTAKE_URL: intakeUrl, SIGNALPOST_CLI: programOf('cli') },
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { exitCode: child.exitCode, stdout, stderr }
}
