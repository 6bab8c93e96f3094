import { expect, test } from 'vitest'
import { loadCommands } from '../commands/commands.ts'
import { cliInProcess } from '../test-support/call-in-process.ts'

// No request is made: both are said before one.
const call = cliInProcess({ SIGNALPOST_URL: 'https://console.invalid', SIGNALPOST_TOKEN: 'A'.repeat(43) })

test.each([
  ['rule', 'delete'],
  ['person', 'end'],
  ['delivery', 'show'],
  ['delivery', 'replay'],
  ['key', 'revoke'],
])('%s %s refuses as bad usage what can be no id', async (...words) => {
  for (const id of ['', 'an id', 'x'.repeat(201)]) {
    expect(await call([...words, id, '--workspace', 'org_one', '--yes'])).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: expect.stringMatching(
        /^error: [<[].*id.*[>\]]: expected 1 to 200 characters of U\+0021 to U\+007E\n$/,
      ),
    })
  }
})

test('every command that takes an id reads it as one', async () => {
  const ids = (await loadCommands()).flatMap(({ path, parameters }) =>
    Object.values(parameters).flatMap(({ flags, read }) =>
      /^[<[][a-z-]*id\b/.test(flags) ? [{ path, flags, read }] : [],
    ),
  )
  expect(ids.length).toBeGreaterThan(60)
  const loose = ids.filter(({ flags, read }) => {
    try {
      read(flags.includes('...') ? ['an id'] : 'an id')
      return true
    } catch {
      return false
    }
  })
  expect(loose.map(({ path }) => path)).toEqual([])
})

test.each(['.', '..'])('an id of dots alone, %j, names nothing else over HTTP', async (id) => {
  const { exitCode, stderr } = await call(['signal', 'show', id, '--workspace', 'org_one'])
  expect([exitCode, stderr]).toEqual([
    1,
    `error: What has the id ${id} has no address over HTTP, and works only where Signalpost is installed. Run it there, with --local if there is a login.\n`,
  ])
})
