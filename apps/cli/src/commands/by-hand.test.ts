import { expect, test } from 'vitest'
import { loadCommands } from './commands.ts'

/** Why commands are written by hand. The others are made from operations. */
const byHand: Record<string, readonly string[]> = {
  'about an installation or this command line': [
    ...['migrate', 'doctor', 'reset', 'backup create', 'backup restore', 'warehouse install', 'event sign'],
    ...['demo', 'demo credentials', 'demo remove', 'canary enable', 'canary status', 'canary disable'],
    ...['login', 'logout', 'completion', 'person log-out-all', 'workspace create'],
  ],
  'across workspaces': ['workspace list', 'person list', 'person sessions', 'person end-sessions'],
  'more than one operation': [
    ...['workspace update', 'assistant policy', 'person edit', 'source rejections', 'delivery show'],
    ...['listener run', 'listener weights'],
  ],
  'options that a kind, a scheme or a platform declares, and files with secrets': [
    ...['channel create', 'channel edit', 'channel rotate', 'connection create', 'warehouse create'],
    ...['warehouse edit', 'source create', 'source edit', 'source rotate'],
  ],
  'a definition or a plan of many options, which an edit joins with the stored one': [
    ...['rule create', 'rule edit', 'escalation create', 'escalation edit'],
    ...['listener create', 'listener edit'],
  ],
  'shows what it was, counts first, or waits for a job': [
    ...['listener delete', 'delivery replay', 'delivery discard', 'warehouse drop'],
    ...['warehouse sync', 'warehouse verify', 'warehouse backfill'],
  ],
  'shows more than the rows of a list': ['alert show', 'collection show', 'warehouse status'],
  'renders what channels would send': ['rule preview'],
  'mails, and says how the link is used': ['person invite'],
  'reads events from files, and sends them to the intake': ['event send'],
}

test('commands are made from operations, but for those that a list gives a reason for', async () => {
  const written = (await loadCommands()).filter(({ isService, operation }) => !isService && !operation)
  const paths = written.map(({ path }) => path.replace(/^(channel|warehouse) create .+$/, '$1 create'))
  expect([...new Set(paths)].toSorted()).toEqual(Object.values(byHand).flat().toSorted())
})
