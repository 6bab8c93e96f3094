import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installEngine, startRedis, waitUntil } from '@signalpost/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { buildImage, type Image } from '../support/images/build-image.ts'
import { outputOf, runProgram } from '../support/images/run-program.ts'
import { createInstallation, whenReady } from './installation.ts'
import { readEventBack } from './read-event-back.ts'

// No engine of containers runs here: the files are checked by the schema of compose, and what they start by runc.

type Service = {
  image: string
  command?: string[]
  environment?: Record<string, string | number | null>
  [key: string]: unknown
}
type Compose = { services: Record<string, Service>; secrets: Record<string, { file: string }> }

const project = fileURLToPath(new URL('../../../', import.meta.url))
const directory = join(project, 'infra/compose')
const files = ['compose.yaml', 'compose.minimal.yaml']
const compose = read('compose.yaml')
const apps = ['intake', 'worker', 'searcher', 'api', 'console'] as const
const ours = ['migrate', ...apps]
const services = Object.entries(compose.services)

let image: Image

beforeAll(async () => {
  image = await buildImage()
}, 600_000)

afterAll(() => image?.close())

test('both files follow the schema of the compose specification', async ({ onTestFinished }) => {
  const scratch = makeScratch(onTestFinished)
  const broken = join(scratch, 'compose.yaml')
  const text = readFileSync(join(directory, 'compose.yaml'), 'utf8')
  writeFileSync(broken, text.replace('restart: "no"', 'restarts: "no"'))
  expect(await faultsOfSchema(broken)).not.toEqual([])
  for (const file of files) expect([file, ...(await faultsOfSchema(join(directory, file)))]).toEqual([file])
})

test('names only variables that the documents list', () => {
  const text = (path: string) => readFileSync(join(project, path), 'utf8')
  const listed = `${text('docs/configuration.md')}${text('docs/operating/install.md')}`
  const set = [...files.map(read), compose].flatMap(({ services }) =>
    ours.flatMap((name) => Object.keys(services[name]?.environment ?? {})),
  )
  const filled = files.flatMap((file) => [...text(`infra/compose/${file}`).matchAll(/\$\{(\w+)/g)])
  const names = new Set([...set, ...filled.map(([, name = '']) => name)])
  expect(names.size).toBeGreaterThan(10)
  expect([...names].filter((name) => !listed.includes(`\`${name}\``))).toEqual([])
})

test.each(services)('%s is confined, limited, and closed to other hosts', (name, service) => {
  expect(service).toMatchObject({
    read_only: true,
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
    restart: name === 'migrate' ? 'no' : 'unless-stopped',
    mem_limit: expect.stringMatching(/^\d+[mg]$/),
    image: expect.stringMatching(/:[^:]*\d/),
  })
  const ports = (service.ports ?? []) as string[]
  expect(ports.map(fillDefaults).filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([])
})

test.each(apps)(
  '%s waits for the migrations, keeps the check of the image, and may finish its work',
  (app) => {
    expect(compose.services[app]).toMatchObject({
      command: [app],
      stop_grace_period: '60s',
      depends_on: { migrate: { condition: 'service_completed_successfully' } },
      tmpfs: ['/tmp'],
    })
    expect(compose.services[app]).not.toHaveProperty('healthcheck')
  },
)

test('without Redis, nothing names or awaits it', () => {
  const { services } = read('compose.minimal.yaml')
  const names = Object.keys(services)
  for (const [name, { environment, depends_on: awaited }] of Object.entries(compose.services)) {
    if (['migrate', 'intake', 'worker'].includes(name)) {
      expect([name, environment?.REDIS_URL, services[name]?.environment]).toEqual([
        ...[name, 'redis://redis:6379', { REDIS_URL: '' }],
      ])
    }
    const awaitsRedis = typeof awaited === 'object' && awaited !== null && 'redis' in awaited
    if (awaitsRedis) expect(services[name]).toMatchObject({ depends_on: { redis: { required: false } } })
  }
  expect(names).toContain('redis')
})

test('the commands of the document make the secrets, readable in the containers and private on the host', async ({
  onTestFinished,
}) => {
  const scratch = makeScratch(onTestFinished)
  cpSync(directory, scratch, { recursive: true })
  makeSecrets(scratch)
  const secretOf = (name: string) =>
    readFileSync(join(scratch, compose.secrets[name]?.file ?? ''), 'utf8').trim()
  expect(statSync(join(scratch, 'secrets')).mode & 0o777).toBe(0o700)
  for (const { file } of Object.values(compose.secrets)) {
    expect([file, statSync(join(scratch, file)).mode & 0o004]).toEqual([file, 0o004])
  }
  const { POSTGRES_USER: user, POSTGRES_DB: name } = compose.services.postgres?.environment ?? {}
  const password = secretOf('postgres-password')
  expect(password.length).toBeGreaterThan(30)
  expect(secretOf('database-url')).toBe(`postgres://${user}:${password}@postgres:5432/${name}`)
  expect(Buffer.from(secretOf('master-key'), 'base64')).toHaveLength(32)
})

test('Prometheus accepts its configuration with the rules, and asks every app', async ({
  onTestFinished,
}) => {
  const scratch = makeScratch(onTestFinished)
  const text = readFileSync(join(directory, 'prometheus.yml'), 'utf8')
  const placed = join(scratch, 'prometheus.yml')
  writeFileSync(join(scratch, 'metrics-token'), 'token')
  writeFileSync(
    placed,
    text
      .replace('/etc/prometheus/rules', join(project, 'infra/observability/rules'))
      .replace('/run/secrets/metrics-token', join(scratch, 'metrics-token')),
  )
  await outputOf(['promtool', 'check', 'config', placed])
  const { environment } = compose.services.intake ?? {}
  for (const app of apps) {
    expect(text).toContain(`"${app}:${environment?.[`SIGNALPOST_${app.toUpperCase()}_PORT`]}"`)
  }
})

test('its processes migrate, get healthy and apply an event, with what it hands them', async ({
  onTestFinished,
}) => {
  const redis = await startRedis()
  onTestFinished(redis.stop)
  const scratch = makeScratch(onTestFinished)
  cpSync(directory, scratch, { recursive: true })
  makeSecrets(scratch)
  const secret = (name: string) => readFileSync(join(scratch, 'secrets', name), 'utf8')
  const environment = Object.entries(compose.services.intake?.environment ?? {})
  const env = Object.fromEntries(environment.map(([name, value]) => [name, fillDefaults(String(value))]))
  for (const name of ours)
    expect(compose.services[name]?.environment).toEqual(compose.services.intake?.environment)
  const installation = await createInstallation(image, {
    env: { ...env, REDIS_URL: redis.url },
    secrets: Object.fromEntries(['master-key', 'metrics-token'].map((name) => [name, secret(name)])),
  })
  onTestFinished(installation.remove)
  await installation.cli(compose.services.migrate?.command ?? [])
  for (const app of apps) {
    const [name] = compose.services[app]?.command ?? []
    expect(name).toBe(app)
    const container = await installation.start(app)
    await whenReady(container, installation.urlOf(app))
    await waitUntil(`${app} is healthy`, () => container.isHealthy())
  }
  const answer = await fetch(`${installation.urlOf('intake')}/metrics`, {
    headers: { authorization: `Bearer ${secret('metrics-token').trim()}` },
  })
  expect(answer.status).toBe(200)
  await readEventBack(installation)
})

function read(file: string): Compose {
  return parse(readFileSync(join(directory, file), 'utf8'), { merge: true })
}

/** As compose does when neither the environment nor `.env` has the variables. */
function fillDefaults(text: string): string {
  return text.replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1')
}

async function faultsOfSchema(path: string): Promise<string[]> {
  const engine = await installEngine('compose')
  const dclint = join(engine, 'node_modules/dclint/bin/dclint.cjs')
  const { stdout, stderr } = await runProgram([process.execPath, dclint, '--formatter', 'json', path])
  const results: { messages: { rule: string; message: string }[] }[] = JSON.parse(stdout || stderr)
  return results.flatMap(({ messages }) =>
    messages.filter(({ rule }) => rule === 'invalid-schema').map(({ message }) => message),
  )
}

/** Runs the document's commands that need no engine of containers, as a user whose files are private. */
function makeSecrets(scratch: string): void {
  const document = readFileSync(join(project, 'docs/operating/install.md'), 'utf8')
  const [, section = ''] = document.split('## With compose')
  const [, block = ''] = section.split('```')
  const commands = block.split('\n').filter((line) => line.includes('secrets'))
  execFileSync('sh', ['-euc', `umask 077\n${commands.join('\n')}`], { cwd: scratch, stdio: 'pipe' })
}

function makeScratch(onTestFinished: (undo: () => void) => void): string {
  const scratch = mkdtempSync(join(tmpdir(), 'signalpost-compose-'))
  onTestFinished(() => rmSync(scratch, { recursive: true }))
  return scratch
}
