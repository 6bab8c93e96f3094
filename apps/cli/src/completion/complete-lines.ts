import type { CliCommand } from '../command/define-command.ts'
import { groups } from '../command/groups.ts'
import { loadCommand } from '../commands/commands.ts'
import { describeCommands } from '../commands/describe-commands.ts'
import type { Environment } from '../config.ts'
import type { Where } from '../remote/find-remote.ts'
import { printable } from '../terminal/printable.ts'
import { type Candidate, completeWords, startingWith } from './complete-words.ts'

/** A shell waits for it at each key. */
const limitMs = 2_000

/**
 * Returns the lines that a shell's script reads: a candidate, a tab and a word about it, or `:files`. An installation that
 * gives no names in time has none.
 */
export async function completeLines(
  words: readonly string[],
  { env }: { env: Environment },
): Promise<string[]> {
  if (words.at(-2) === '--url' && isAddress(words.slice(0, -2))) {
    const { readLogins } = await import('../remote/stored-login.ts')
    const { logins } = await readLogins(env).catch(() => ({ logins: [] }))
    const consoles = logins.map(({ url }) => ({ value: url, about: '' }))
    return startingWith(words.at(-1) ?? '', consoles).map(lineOf)
  }
  const commands = await describeCommands()
  const { rest, where } = whereOf(words)
  const completion = completeWords(commands, { words: rest, groups })
  if (completion.kind === 'files') return [':files']
  if (completion.kind === 'words') return completion.candidates.map(lineOf)
  const list = commands.find(({ path }) => path === `${completion.noun} list`)
  if (list === undefined) return []
  const { workspace } = completion
  const names = await listNames({ command: await loadCommand(list), workspace, env, where })
  return startingWith(words.at(-1)?.replace(/^--[a-z-]+=/, '') ?? '', names).map(lineOf)
}

/** Runs `NOUN list` and takes the id and the name of each item. */
async function listNames({
  command,
  workspace,
  env,
  where,
}: {
  command: CliCommand
  workspace: string | undefined
  env: Environment
  where: Where
}): Promise<Candidate[]> {
  const { readOutcome } = await import('../command/run-command.ts')
  const given = (name: string): unknown => (name === 'workspace' ? workspace : undefined)
  const late = new Promise<undefined>((resolve) => void setTimeout(() => resolve(undefined), limitMs).unref())
  const outcome = await Promise.race([
    readOutcome({ command, given, where }, { env }).catch(() => undefined),
    late,
  ])
  if (outcome === undefined || !('json' in outcome) || !hasItems(outcome.json)) return []
  const [noun = ''] = command.path.split(' ')
  return outcome.json.items.flatMap((item) => candidateOf(item, noun))
}

/** Takes the options of the program off, which are in front of the command. */
function whereOf(words: readonly string[]): { rest: readonly string[]; where: Where } {
  const where: Where = { isLocal: false, url: undefined, allowsHttp: false }
  let index = 0
  for (; index < words.length - 1; index += 1) {
    const word = words[index]
    if (word === '--local') where.isLocal = true
    else if (word === '--allow-http') where.allowsHttp = true
    else if (word === '--url') {
      index += 1
      where.url = words[index]
    } else break
  }
  return { rest: words.slice(index), where }
}

/** Whether `--url` after these words is the address of a console: that of a warehouse or a channel is none. */
function isAddress(words: readonly string[]): boolean {
  const [first, ...more] = whereOf([...words, '']).rest
  return first === '' || (more.length === 1 && (first === 'login' || first === 'logout'))
}

function hasItems(json: unknown): json is { items: object[] } {
  return typeof json === 'object' && json !== null && 'items' in json && Array.isArray(json.items)
}

/** Ids of these characters alone stay one word of the line. */
const idForm = /^[\u0021-\u007e]+$/

/** The id of an item is the one that is named after its noun, or else its first: items of a console elsewhere begin with their workspace. */
function candidateOf(item: object, noun: string): Candidate[] {
  const entries = Object.entries(item)
  const ids = entries.filter(([key]) => key === 'id' || key.endsWith('Id'))
  const own = ids.find(([key]) => key === 'id' || key === `${noun}Id`) ?? ids[0]
  const id: unknown = own?.[1]
  const name: unknown = entries.find(([key]) => ['name', 'title', 'email', 'summary'].includes(key))?.[1]
  return typeof id === 'string' && idForm.test(id)
    ? [{ value: id, about: typeof name === 'string' ? name : '' }]
    : []
}

function lineOf({ value, about }: Candidate): string {
  return about === '' ? value : `${value}\t${printable(about)}`
}
