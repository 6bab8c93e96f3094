import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { anyPorts, waitUntil } from '@signalpost/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findSbomFaults } from '../support/find-sbom-faults.ts'
import { outputOf, runProgram } from '../support/images/run-program.ts'

// The real npm package, installed into an empty directory as an operator would: its own dependencies come from the registry.

const root = join(import.meta.dirname, '../../..')
const { version }: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const { SIGNALPOST_DATA_DIR: _, DATABASE_URL: __, ...machine } = process.env
const env = { ...machine, ...anyPorts }

let directory: string
let installed: string
const signalpost = () => join(directory, 'node_modules/.bin/signalpost')

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'signalpost package '))
  const packed = await outputOf([process.execPath, 'infra/bootstrap.mjs', 'pack', directory], { cwd: root })
  expect(basename(packed)).toBe(`signalpost-${version}.tgz`)
  await outputOf(['npm', 'install', '--prefer-offline', packed], { cwd: directory })
  installed = join(directory, 'node_modules/signalpost')
}, 300_000)

afterAll(() => rmSync(directory, { recursive: true, force: true }))

test('starts, accepts an event, reads it back, and keeps its data where it was called', async () => {
  const child = spawn(signalpost(), ['start'], { cwd: directory, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  try {
    await waitUntil('it is ready', () => {
      if (child.exitCode !== null) throw new Error(`it ended:\n${output}`)
      return Promise.resolve(output.includes('# Read the signal back'))
    })
    expect(output).toContain(`The data is in ${join(directory, '.signalpost')};`)
    const commands = output.slice(output.indexOf('# Send a signed event'))
    const answers = await outputOf(['sh', '-c', commands.replace(/^\{.*$/gm, '')])
    expect(answers).toContain('"status":"accepted"')
    expect(answers).toContain('"id":"sig_hello"')
    const { stdout } = await runProgram([signalpost(), 'doctor', '--json'], { cwd: directory, env })
    expect(JSON.parse(stdout).checks).toContainEqual(expect.objectContaining({ name: 'schema', ok: true }))
  } finally {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'close')
  }
  expect([child.exitCode, readdirSync(directory)]).toEqual([0, expect.arrayContaining(['.signalpost'])])
})

test('says its version and refuses what it does not know, in a directory that it leaves empty', async () => {
  const elsewhere = join(directory, 'elsewhere')
  mkdirSync(elsewhere)
  const run = (...words: string[]) => runProgram([signalpost(), ...words], { cwd: elsewhere, env })
  expect(await run('--version')).toEqual({ exitCode: 0, stdout: `${version}\n`, stderr: '' })
  expect(await run('nonsense')).toMatchObject({ exitCode: 2, stdout: '' })
  expect(await run('source', 'list')).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('start') })
  expect(readdirSync(elsewhere)).toEqual([])
})

test('says what it lacks where npm installed no Node beside it', async ({ onTestFinished }) => {
  const bare = mkdtempSync(join(tmpdir(), 'signalpost-bare-'))
  onTestFinished(() => rmSync(bare, { recursive: true, force: true }))
  mkdirSync(join(bare, 'infra/release'), { recursive: true })
  for (const file of ['platform.mjs', 'run-program.mjs', 'release/launch.mjs'])
    copyFileSync(join(installed, 'infra', file), join(bare, 'infra', file))
  const { exitCode, stderr } = await runProgram(
    [process.execPath, join(bare, 'infra/release/launch.mjs'), 'start'],
    { cwd: bare, env },
  )
  expect([exitCode, stderr]).toEqual([
    1,
    expect.stringMatching(/ needs .*a PostgreSQL named in DATABASE_URL\. .*--omit=optional/),
  ])
})

test('has the bundle, its licence, a README and what is in it, and no source', () => {
  const files = globSync('**/*', { cwd: installed, exclude: ['node_modules/**', '.cache/**'] })
  for (const file of ['LICENSE', 'README.md', 'sbom.cdx.json', 'infra/bundle/dist/product/cli.main.js'])
    expect(files).toContain(file)
  expect(files.filter((file) => /\.tsx?$|\.test\.|bootstrap|(?:^|\/)\.env|\.pem$/.test(file))).toEqual([])
  const home = join(root, 'infra/bundle/dist')
  const bundle = join(home, readFileSync(join(home, 'current'), 'utf8').trim())
  const inBundle = globSync('**/*', { cwd: bundle })
  const inPackage = globSync('**/*', { cwd: join(installed, 'infra/bundle/dist/product') })
  expect(inPackage.toSorted()).toEqual(inBundle.toSorted())
})

test('has a bill of materials that the schema of CycloneDX accepts, with the versions that npm installed', () => {
  const sbom = JSON.parse(readFileSync(join(installed, 'sbom.cdx.json'), 'utf8'))
  expect(findSbomFaults(sbom)).toEqual([])
  expect(findSbomFaults({ ...sbom, specVersion: 5 })).not.toEqual([])
  expect(sbom.metadata.component).toMatchObject({ name: 'signalpost', version, type: 'application' })
  const listed = new Set(sbom.components.map(({ purl }: { purl: string }) => decodeURIComponent(purl)))
  const manifests = globSync('node_modules/{*,@*/*}/package.json', { cwd: directory })
    .map((file) => JSON.parse(readFileSync(join(directory, file), 'utf8')))
    .filter(({ name }) => name !== 'signalpost')
  expect(
    manifests.map(({ name, version }) => `pkg:npm/${name}@${version}`).filter((purl) => !listed.has(purl)),
  ).toEqual([])
  for (const name of ['pg', 'zod', 'undici', 'react'])
    expect(
      [...listed].some((purl) => String(purl).startsWith(`pkg:npm/${name}@`)),
      name,
    ).toBe(true)
})
