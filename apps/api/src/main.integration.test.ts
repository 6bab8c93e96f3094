import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { compileCache, programOf } from '@signalpost/testing'
import { test } from '@signalpost/testing/test'
import { expect } from 'vitest'

test('runs as a process, from its environment to its end', async ({ testDatabase }) => {
  const child = spawn(process.execPath, [programOf('api')], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      ...compileCache,
      DATABASE_URL: testDatabase.url,
      SIGNALPOST_MASTER_KEY: Buffer.alloc(32, 1).toString('base64'),
      SIGNALPOST_API_PORT: '0',
      SIGNALPOST_HOST: '127.0.0.1',
    },
  })
  const [{ type, port }] = await once(child, 'message')
  expect(type).toBe('ready')
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200)
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
})

test('says in one line that no database is running', async () => {
  const child = spawn(process.execPath, [programOf('api')], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...compileCache, SIGNALPOST_DATA_DIR: '/nonexistent/data' },
  })
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString()
  })
  expect(await once(child, 'close')).toEqual([1, null])
  expect(stderr).toBe('no embedded PostgreSQL is running on /nonexistent/data; start it with npm start\n')
})
