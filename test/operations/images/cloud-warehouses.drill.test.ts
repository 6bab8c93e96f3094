import { generateKeyPairSync } from 'node:crypto'
import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { startConnectProxy, waitUntil } from '@signalpost/testing'
import { warehouseKinds } from '@signalpost/warehouses'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildImage, type Image } from '../support/images/build-image.ts'
import { runContainer } from '../support/images/start-container.ts'
import { createInstallation } from './installation.ts'

// The target of the Dockerfile with the libraries of Snowflake and BigQuery, which npm installs while it is built.

const megabyte = 1_000_000
const kinds = warehouseKinds.filter(({ optionalPackages }) => Object.keys(optionalPackages).length > 0)
const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})

let image: Image

beforeAll(async () => {
  image = await buildImage('product-with-cloud-warehouses')
}, 900_000)

afterAll(() => image?.close())

test('loads both libraries as the user of the image, on a read-only root', async ({ onTestFinished }) => {
  const installation = await createInstallation(image)
  onTestFinished(installation.remove)
  const intake = await installation.start('intake')
  // It waits for the schema, so it runs without one.
  await waitUntil('the intake is alive', () => intake.isHealthy())
  const script = `
    const { warehouseKinds, librariesOf } = await import('/app/packages/warehouses/src/index.ts')
    const { loadOptional } = await import('/app/packages/warehouses/src/load-optional.ts')
    const loaded = warehouseKinds.flatMap((kind) =>
      Object.keys(kind.optionalPackages).map((name) => [name, typeof loadOptional(kind, name, librariesOf('.signalpost'))]))
    console.log(JSON.stringify({ loaded: Object.fromEntries(loaded), uid: process.getuid() }))
  `
  const { stdout, stderr } = await intake.exec(['node', '--input-type=module', '-e', script])
  const names = kinds.flatMap(({ optionalPackages }) => Object.keys(optionalPackages))
  expect(names).toHaveLength(3)
  expect(JSON.parse(stdout || stderr)).toEqual({
    loaded: Object.fromEntries(names.map((name) => [name, expect.stringMatching(/^(object|function)$/)])),
    uid: 65532,
  })
})

test.each([
  {
    kind: 'snowflake',
    words: ['--account', 'acme-one', '--user', 'u', '--database', 'd', '--schema', 's', '--compute', 'c'],
    secret: ['--private-key-file', privateKey],
    asked: 'acme-one.snowflakecomputing.com:443',
  },
  {
    kind: 'bigquery',
    words: ['--project', 'acme-analytics', '--dataset', 'd'],
    secret: [
      '--credentials-file',
      JSON.stringify({
        type: 'service_account',
        client_email: 'sync@acme-analytics.iam.gserviceaccount.com',
        private_key: privateKey,
      }),
    ],
    asked: 'oauth2.googleapis.com:443',
  },
])('asks the outgoing proxy for $asked with the library of $kind', async ({ kind, words, secret, asked }) => {
  // Leads nowhere, so that nothing leaves this machine.
  const proxy = await startConnectProxy(1, { login: { user: 'user', password: 'secret' } })
  const installation = await createInstallation(image, {
    env: { SIGNALPOST_OUTGOING_PROXY: `http://user:secret@127.0.0.1:${proxy.port}` },
  })
  try {
    await installation.cli(['migrate', '--wait', '60'])
    await installation.cli(['workspace', 'create', '--id', 'org_one', '--name', 'One'])
    const [option = '', content = ''] = secret
    const created = installation.cli(
      ['warehouse', 'create', kind, '--workspace', 'org_one', '--name', 'W', ...words, option, '/run/secret'],
      { '/run/secret': content },
    )
    await expect(created).rejects.toThrow(/cannot be (reached|used)/)
    expect(new Set(proxy.asked)).toEqual(new Set([asked]))
  } finally {
    await installation.remove()
    await proxy.close()
  }
})

test('is at most 150 MB larger than the image without the libraries', () => {
  const bytes = sizeOf(join(image.rootDirectory, 'app/.signalpost/warehouse-libraries'))
  expect(bytes).toBeGreaterThan(50 * megabyte)
  expect(bytes).toBeLessThan(150 * megabyte)
})

test('runs the same entry point as the image without the libraries', async () => {
  const { exitCode, output } = await runContainer({ image })
  expect([exitCode, output]).toEqual([0, expect.stringContaining('warehouse')])
  expect(image.config.User).toBe('65532:65532')
})

/** Follows no links: those of the packages lead in circles. */
function sizeOf(directory: string): number {
  return readdirSync(directory, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(directory, entry.name)
    return sum + (entry.isDirectory() ? sizeOf(path) : lstatSync(path).size)
  }, 0)
}
