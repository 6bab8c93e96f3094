import { expect, test } from 'vitest'
import { loadCommands } from '../commands/commands.ts'
import { isLocal, isOfClient } from '../remote/local-commands.ts'
import { cliInProcess } from '../test-support/call-in-process.ts'

test('every command says who may use it, but for those of an installation and of this command line', async () => {
  const others = (await loadCommands()).filter(
    ({ isService, path }) => !isService && !isLocal(path) && !isOfClient(path),
  )
  expect(others.length).toBeGreaterThan(100)
  expect(others.flatMap(({ path, access }) => (access === undefined ? [path] : []))).toEqual([])
})

test.each([
  ['rule list', 'At a console elsewhere: for everyone.'],
  ['signal assign', 'At a console elsewhere: for members and admins.'],
  ['rule edit', 'At a console elsewhere: for admins.'],
  ['channel create slack', 'At a console elsewhere: for admins, within 15 minutes of the login.'],
  ['delivery discard', 'At a console elsewhere: for admins.'],
  ['backup create', 'Works only where Signalpost is installed.'],
  ['person disable', 'Works only where Signalpost is installed.'],
])('the help of %s ends with who may: %s', async (path, line) => {
  const { exitCode, stdout } = await cliInProcess({})([...path.split(' '), '--help'])
  expect([exitCode, stdout.trimEnd().split('\n').at(-1)]).toEqual([0, line])
})

test.each(['login', 'logout', 'completion', 'event sign', 'start'])(
  'the help of %s says nothing of it',
  async (path) => {
    const { stdout } = await cliInProcess({})([...path.split(' '), '--help'])
    expect(stdout).not.toMatch(/elsewhere: for|Works only/)
  },
)
