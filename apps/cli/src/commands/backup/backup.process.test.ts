import { chmodSync, copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type EmbeddedPostgres,
  ensureMasterKeys,
  guardDirectory,
  startEmbeddedPostgres,
} from '@signalpost/embedded-postgres'
import { findFreePort } from '@signalpost/testing'
import { expect, onTestFinished, test } from 'vitest'
import {
  addPerson,
  askToken,
  connect,
  registerClient,
  type Tokens,
} from '../../../../api/src/test-support/assistant-client.ts'
import { startTestApi } from '../../../../api/src/test-support/start-test-api.ts'
import { callForJson } from '../../test-support/call-cli.ts'
import { cliInProcess } from '../../test-support/call-in-process.ts'

test('brings a workspace with its secrets and assistants back, once the master key is put back', {
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

  const masterKeys = ensureMasterKeys(dataDir)
  const server = await start(dataDir)
  await callForJson(call, ['migrate'])
  await callForJson(call, ['workspace', 'create', '--id', 'org_one', '--name', 'Acme'])
  await callForJson(call, ['source', 'create', '--name', 'Feed'])
  const { url } = await callForJson<{ url: string }>(call, [
    ...['person', 'invite', '--email', 'ann@example.com', '--role', 'admin'],
  ])
  expect(url).toContain('#')
  const apiPort = await findFreePort()
  const tokens = await connectAssistant(server.url, { port: apiPort, masterKeys })
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
  expect(await refreshAssistant(again.url, { port: apiPort, masterKeys }, tokens)).toMatchObject({
    status: 200,
  })
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

type ApiAt = { port: number; masterKeys: ReturnType<typeof ensureMasterKeys> }

/** Connects an assistant, as people do. */
async function connectAssistant(databaseUrl: string, { port, masterKeys }: ApiAt) {
  const api = await startTestApi({ databaseUrl, config: { port, consolePort: 4400, masterKeys }, orgIds: [] })
  const [personId, clientId] = [await addPerson(api.database, 'member'), await registerClient(api.url)]
  const { refresh_token: refreshToken } = await connect(api, { personId, clientId })
  await api.stop()
  return { clientId, refreshToken }
}

async function refreshAssistant(
  databaseUrl: string,
  { port, masterKeys }: ApiAt,
  { clientId, refreshToken }: { clientId: string; refreshToken: string | undefined },
): Promise<Tokens> {
  const api = await startTestApi({ databaseUrl, config: { port, consolePort: 4400, masterKeys }, orgIds: [] })
  const grant = { grant_type: 'refresh_token', client_id: clientId, refresh_token: refreshToken }
  const tokens = await askToken(api.url, grant)
  await api.stop()
  return tokens
}

async function start(dataDir: string): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir })
  onTestFinished(() => server.stop('immediate'))
  return server
}
