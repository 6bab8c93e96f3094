import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { runProgram } from '../support/images/run-program.ts'

const directory = fileURLToPath(new URL('../../../infra/systemd/', import.meta.url))
const apps = ['intake', 'worker', 'api', 'console', 'searcher']
const services = readdirSync(directory).filter((name) => name.endsWith('.service'))

test('systemd accepts every unit, for each process', async ({ onTestFinished }) => {
  const scratch = mkdtempSync(join(tmpdir(), 'signalpost-units-'))
  onTestFinished(() => rmSync(scratch, { recursive: true }))
  for (const name of readdirSync(directory).filter((name) => /\.(service|target)$/.test(name))) {
    const unit = readFileSync(join(directory, name), 'utf8')
    // The check wants the program to exist.
    writeFileSync(join(scratch, name), unit.replaceAll('/opt/signalpost/signalpost ', `${process.execPath} `))
  }
  const units = [
    'signalpost-migrate.service',
    'signalpost.target',
    ...apps.map((app) => `signalpost@${app}.service`),
  ]
  const { exitCode, stdout, stderr } = await runProgram(
    ['systemd-analyze', 'verify', '--man=no', ...units.map((name) => join(scratch, name))],
    { env: { ...process.env, SYSTEMD_UNIT_PATH: `${scratch}:` } },
  )
  expect({ exitCode, said: stdout + stderr }).toEqual({ exitCode: 0, said: '' })
})

test.for(services)('the exposure of %s is at most 2.0', async (name) => {
  const { stdout } = await runProgram([
    ...['systemd-analyze', 'security', '--offline=true', '--threshold=100', join(directory, name)],
  ])
  const [, exposure] = /Overall exposure level for \S+: ([\d.]+)/.exec(stdout) ?? []
  expect(Number(exposure)).toBeLessThanOrEqual(2)
})

test.for(services)(
  '%s allows what the drain and the end of work need, and keeps secrets in files',
  (name) => {
    const unit = readFileSync(join(directory, name), 'utf8')
    const settingOf = (key: string) => new RegExp(`^${key}=(.*)$`, 'm').exec(unit)?.[1]
    expect(unit).toContain('LoadCredential=master-key:/etc/signalpost/master-key\n')
    expect(unit).toContain('Environment=SIGNALPOST_MASTER_KEY_FILE=%d/master-key\n')
    expect(unit).not.toMatch(/^Environment=\w*(URL|KEY|TOKEN|SECRET)=/m)
    if (name.includes('@')) expect(Number(settingOf('TimeoutStopSec'))).toBeGreaterThanOrEqual(60)
  },
)

test('the account and the private directory are declared', () => {
  const read = (name: string) => readFileSync(join(directory, name), 'utf8')
  expect(read('signalpost.sysusers.conf')).toMatch(/^u signalpost - "[^"]+" \/var\/lib\/signalpost$/m)
  expect(read('signalpost.tmpfiles.conf')).toMatch(/^d \/etc\/signalpost 0700 root root$/m)
})

test('the example names variables that the product reads, and no secret', () => {
  const example = readFileSync(join(directory, 'environment.example'), 'utf8')
  const known = readFileSync(join(directory, '../../docs/configuration.md'), 'utf8')
  const names = [...example.matchAll(/^#?([A-Z][A-Z_]+)=/gm)].map(([, name = '']) => name)
  expect(names.length).toBeGreaterThan(5)
  expect(names.filter((name) => !known.includes(`\`${name}\``))).toEqual([])
  expect(names.filter((name) => /KEY|SECRET|TOKEN|PASSWORD/.test(name))).toEqual([])
})
