import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { installLibraries } from './install-libraries.ts'

const name = 'acme-sdk'
const trap = 'echo trapped > ../../trapped'
let directory: string
let registry: Server
let environment: Record<string, string | undefined>

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'signalpost-install-'))
  const tarball = pack({ name, version: '1.2.0', main: 'index.js', scripts: { postinstall: trap } })
  registry = createServer((request, response) => {
    if (request.url === `/${name}.tgz`) return void response.end(tarball)
    const dist = { tarball: `${registryUrl()}/${name}.tgz` }
    const versions = { '1.2.0': { name, version: '1.2.0', dist, hasInstallScript: true } }
    if (request.url !== `/${name}`) response.statusCode = 404
    response.end(JSON.stringify({ name, 'dist-tags': { latest: '1.2.0' }, versions }))
  }).listen(0, '127.0.0.1')
  await once(registry, 'listening')
  environment = {
    PATH: process.env.PATH,
    npm_config_registry: registryUrl(),
    npm_config_cache: join(directory, 'cache'),
    npm_config_update_notifier: 'false',
    npm_config_fetch_retries: '0',
  }
})

afterAll(() => {
  registry.close()
  rmSync(directory, { recursive: true })
})

const registryUrl = () => `http://127.0.0.1:${(registry.address() as AddressInfo).port}`

/** Packs a package with this manifest for npm. */
function pack(manifest: object): Buffer {
  const source = join(directory, 'source')
  mkdirSync(join(source, 'package'), { recursive: true })
  writeFileSync(join(source, 'package/package.json'), JSON.stringify(manifest))
  writeFileSync(join(source, 'package/index.js'), 'module.exports = 1')
  return execFileSync('tar', ['-czf', '-', '-C', source, 'package'])
}

const install = (packages: Record<string, string>) =>
  installLibraries(
    { kind: 'acme', optionalPackages: packages },
    { libraries: join(directory, 'libraries'), environment },
  )

test('installs the exact version without its scripts, and keeps the old one if npm fails', async () => {
  const installed = await install({ [name]: '1.2.0' })
  const manifest = () => readFileSync(join(installed, 'node_modules', name, 'package.json'), 'utf8')
  expect(JSON.parse(manifest())).toMatchObject({ version: '1.2.0' })
  expect(readdirSync(installed)).not.toContain('trapped')

  await expect(install({ [name]: '9.9.9' })).rejects.toThrow(/^npm failed: .*9\.9\.9/)
  expect(JSON.parse(manifest())).toMatchObject({ version: '1.2.0' })
  expect(readdirSync(join(directory, 'libraries'))).toEqual(['acme'])
})

test('passes no secret of the environment to npm', async () => {
  const bin = join(directory, 'bin')
  mkdirSync(bin)
  writeFileSync(join(bin, 'npm'), `#!/bin/sh\nenv > '${join(directory, 'seen')}'\n`)
  chmodSync(join(bin, 'npm'), 0o755)
  const PATH = `${bin}:${environment.PATH}`
  await installLibraries(
    { kind: 'secretive', optionalPackages: {} },
    { libraries: join(directory, 'others'), environment: { ...environment, PATH, DATABASE_URL: 'canary' } },
  )
  const seen = readFileSync(join(directory, 'seen'), 'utf8')
  expect(seen).toContain(`npm_config_registry=${registryUrl()}`)
  expect(seen).not.toContain('canary')
})
