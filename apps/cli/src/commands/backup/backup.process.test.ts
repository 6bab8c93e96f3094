import { chmodSync, copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type EmbeddedPostgres,
  ensureMasterKeys,
  guardDirectory,
  startEmbeddedPostgres,
} from '@signalpost/embedded-postgres'
import { expect, onTestFinished, test } from 'vitest'
import { callForJson } from '../../test-support/call-cli.ts'
import { cliInProcess } from '../../test-support/call-in-process.ts'

test('brings a workspace with its secrets back, once the master key is put back', {
  timeout: 120_000,
}, async () => {
  const directory = mkdtempSync(join(tmpdir(), 'signalpost-backup-'))
  // The database server may have to run as another user.
  chmodSync(directory, 0o755)
  const guard = guardDirectory(directory)
  onTestFinished(() => guard.release())
  const dataDir = join(directory, 'data')
  const call = cliInProcess({ SIGNALPOST_DATA_DIR: dataDir })
  const file = join(directory, 'backup')

  ensureMasterKeys(dataDir)
  const server = await start(dataDir)
  await callForJson(call, ['migrate'])
  await callForJson(call, ['workspace', 'create', '--id', 'org_acme', '--name', 'Acme'])
  await callForJson(call, ['source', 'create', '--name', 'Feed'])
  const { url } = await callForJson<{ url: string }>(call, [
    ...['person', 'invite', '--email', 'ann@example.com', '--role', 'admin'],
  ])
  expect(url).toContain('#')
  const created = await call(['backup', 'create', '--to', file, '--json'])
  expect(created.exitCode).toBe(0)
  expect(JSON.parse(created.stdout)).toMatchObject({
    file,
    bytes: expect.any(Number),
    migration: expect.any(String),
  })
  const diagnosis = JSON.parse((await call(['doctor', '--json'])).stdout) as { checks: object[] }
  expect(diagnosis.checks).toContainEqual({ name: 'backup', ok: true, message: 'the last one is 0 h old' })
  expect(created.stderr).toBe(
    `The master key is not in the backup, and no one can read the stored secrets without it. Keep a copy of ${dataDir}/master-key in another place.\n`,
  )
  expect(await call(['backup', 'restore', file])).toEqual({
    ...{ exitCode: 1, stdout: '' },
    stderr: `error: Signalpost is running on ${dataDir}: stop it first\n`,
  })
  await server.stop()
  expect((await call(['backup', 'restore', file])).stderr).toContain('give --replace')

  const restored = await call(['backup', 'restore', file, '--replace'])
  expect(restored.exitCode).toBe(0)
  expect(restored.stderr).toContain('Everyone is logged out, and open links and invitations have ended.')
  const [, movedTo = ''] = /^Moved the old data directory to (.+)\n/.exec(restored.stderr) ?? []
  expect(restored.stderr).toContain(`run: cp -p '${movedTo}/master-key' '${dataDir}/master-key'\n`)
  expect(await call(['start'])).toEqual({
    ...{ exitCode: 1, stdout: '' },
    stderr: expect.stringMatching(
      /^error: \S+ has a database but no master key: put its key back as [^\n]+\n$/,
    ),
  })

  const again = await start(dataDir)
  const masterKey = async () => {
    const { checks } = JSON.parse((await call(['doctor', '--json'])).stdout) as { checks: { name: string }[] }
    return checks.find(({ name }) => name === 'master key')
  }
  ensureMasterKeys(dataDir)
  expect(await masterKey()).toMatchObject({ ok: false })
  rmSync(join(dataDir, 'master-key'))
  copyFileSync(join(movedTo, 'master-key'), join(dataDir, 'master-key'))
  expect(await masterKey()).toMatchObject({ ok: true })
  expect((await callForJson<{ items: object[] }>(call, ['source', 'list'])).items).toMatchObject([
    { name: 'Feed' },
  ])
  await again.stop()
})

test('refuses a database of DATABASE_URL', async () => {
  const call = cliInProcess({
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    SIGNALPOST_MASTER_KEY: Buffer.alloc(32).toString('base64'),
  })
  const refusal = 'error: This command is for the embedded database only, and DATABASE_URL names another. '
  for (const args of [
    ['create', '--to', '/nonexistent/backup'],
    ['restore', '/nonexistent/backup'],
  ]) {
    const { exitCode, stdout, stderr } = await call(['backup', ...args])
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' })
    expect(stderr).toContain(refusal)
  }
})

async function start(dataDir: string): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir })
  onTestFinished(() => server.stop('immediate'))
  return server
}
