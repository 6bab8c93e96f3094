import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureMasterKeys, guardDirectory, startEmbeddedPostgres } from '@signalpost/embedded-postgres'
import { expect, onTestFinished, test } from 'vitest'
import { runCli } from '../../cli.ts'
import { callForJson } from '../../test-support/call-cli.ts'
import { cliInProcess } from '../../test-support/call-in-process.ts'

test('deletes the database, the master key and the demo once the name of the directory is typed', async () => {
  const { dataDir, call, server } = await startDatabase()
  const running = await call(['reset', '--yes'])
  expect(running).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: `error: Signalpost is running on ${dataDir}: stop it first\n`,
  })
  await server.stop()

  const asked: unknown[] = []
  const notes: string[] = []
  const terminal = {
    print: () => undefined,
    note: (line: string) => void notes.push(line),
    startProgress: () => ({ advance: () => undefined, stop: () => undefined }),
    ask: async (question: string, word?: string) => {
      asked.push(question, word)
      return false
    },
  }
  const env = { SIGNALPOST_DATA_DIR: dataDir }
  expect(await runCli({ args: ['reset'], env, terminal })).toBe(1)
  expect(notes).toEqual(['error: Cancelled; nothing changed.'])
  const paths = ['postgres', 'master-key', 'demo.json'].map((name) => join(dataDir, name))
  const question = [
    'This deletes permanently:',
    ...paths.map((path) => `  ${path}`),
    'Type data to delete them:',
  ]
  expect(asked).toEqual([question.join('\n'), 'data'])
  expect(paths.every((path) => existsSync(path))).toBe(true)

  const removed = { dataDir, removed: paths }
  expect(await callForJson(call, ['reset', '--yes'])).toEqual(removed)
  expect(readdirSync(dataDir)).toEqual(['console'])
  expect(await call(['reset', '--yes'])).toMatchObject({
    exitCode: 0,
    stdout: `Nothing to delete in ${dataDir}.\n`,
  })
})

test('refuses a database of DATABASE_URL', async () => {
  const call = cliInProcess({
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    SIGNALPOST_MASTER_KEY: Buffer.alloc(32).toString('base64'),
    SIGNALPOST_DATA_DIR: '/nonexistent',
  })
  const { exitCode, stdout, stderr } = await call(['reset', '--yes'])
  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' })
  expect(stderr).toBe(
    'error: This command is for the embedded database only, and DATABASE_URL names another. Unset it to delete the embedded database of /nonexistent.\n',
  )
})

async function startDatabase() {
  const directory = mkdtempSync(join(tmpdir(), 'signalpost-reset-'))
  // The database server may have to run as another user.
  chmodSync(directory, 0o755)
  const guard = guardDirectory(directory)
  onTestFinished(() => guard.release())
  const dataDir = join(directory, 'data')
  const server = await startEmbeddedPostgres({ dataDir, durable: false })
  ensureMasterKeys(dataDir)
  writeFileSync(join(dataDir, 'demo.json'), '{}')
  mkdirSync(join(dataDir, 'console'))
  return { dataDir, server, call: cliInProcess({ SIGNALPOST_DATA_DIR: dataDir }) }
}
