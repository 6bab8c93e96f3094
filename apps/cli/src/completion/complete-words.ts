import type { CommandDescription } from '../command/define-command.ts'
import { programOptions } from '../command/program-options.ts'
import type { ParameterDescription } from '../parameters/parameter.ts'

/** What may come next, with a word about it. */
export type Candidate = { value: string; about: string }

/** Candidates, or what they are to be looked up in: the files, or what `NOUN list` lists. */
export type Completion =
  | { kind: 'words'; candidates: Candidate[] }
  | { kind: 'files' }
  | { kind: 'names'; noun: string; workspace: string | undefined }

const nothing: Completion = { kind: 'words', candidates: [] }
const files: Completion = { kind: 'files' }

/** Completes the last of the words after `signalpost`, which may be empty. */
export function completeWords(
  commands: readonly CommandDescription[],
  { words, groups }: { words: readonly string[]; groups: Readonly<Record<string, string>> },
): Completion {
  const [typed, before] = [words.at(-1) ?? '', words.slice(0, -1)]
  const command = findCommand(commands, before)
  const path = wordsOfPath(commands, before)
  const next = typed.startsWith('-') ? [] : nextWords(commands, path, groups)
  if (command === undefined && path.length < before.length) return nothing
  if (command === undefined || next.length > 0) {
    const ofProgram = before.length === 0 ? optionsOfProgram : []
    const options = typed.startsWith('-') ? [...ofProgram, help] : []
    return { kind: 'words', candidates: startingWith(typed, [...next, ...options]) }
  }
  const given = readGiven(command, before.slice(path.length))
  const [, optionName, start] = /^(--[a-z-]+)=(.*)$/.exec(typed) ?? []
  if (optionName !== undefined) {
    const completion = completeValue(commands, {
      parameter: optionsOf(command).get(optionName),
      typed: start ?? '',
      given,
    })
    if (completion.kind !== 'words') return completion
    const whole = completion.candidates.map(({ value, about }) => ({
      value: `${optionName}=${value}`,
      about,
    }))
    return { kind: 'words', candidates: whole }
  }
  if (given.open !== undefined) return completeValue(commands, { parameter: given.open, typed, given })
  if (typed.startsWith('-'))
    return { kind: 'words', candidates: startingWith(typed, optionCandidates(command, given)) }
  return completeValue(commands, { parameter: given.nextArgument, typed, given })
}

type Named = ParameterDescription & { name: string }

type Given = {
  /** The option that the last word before belongs to, if it takes a value. */
  open: Named | undefined
  /** The argument that comes next. */
  nextArgument: Named | undefined
  options: Set<string>
  workspace: string | undefined
}

/** They are in front of the command. */
const optionsOfProgram: Candidate[] = programOptions.map(([flags, about]) => ({
  value: flags.split(' ', 1)[0] ?? flags,
  about,
}))
const help: Candidate = { value: '--help', about: 'show what it does and takes' }

function findCommand(commands: readonly CommandDescription[], words: readonly string[]) {
  const path = wordsOfPath(commands, words).join(' ')
  return commands.find((command) => command.path === path)
}

/** The words before, as far as they are those of a command or a group. */
function wordsOfPath(commands: readonly CommandDescription[], words: readonly string[]): string[] {
  let known = 0
  while (
    known < words.length &&
    commands.some(({ path }) => `${path} `.startsWith(`${words.slice(0, known + 1).join(' ')} `))
  ) {
    known += 1
  }
  return words.slice(0, known)
}

function nextWords(
  commands: readonly CommandDescription[],
  path: readonly string[],
  groups: Readonly<Record<string, string>>,
): Candidate[] {
  const found = new Map<string, string>()
  for (const command of commands) {
    const words = command.path.split(' ')
    const word = words[path.length]
    if (word === undefined || path.some((one, index) => words[index] !== one)) continue
    const isWhole = words.length === path.length + 1
    const about = isWhole ? command.summary : (groups[words.slice(0, path.length + 1).join(' ')] ?? '')
    if (isWhole || !found.has(word)) found.set(word, about)
  }
  return [...found].map(([value, about]) => ({ value, about }))
}

function readGiven(command: CommandDescription, words: readonly string[]): Given {
  const options = optionsOf(command)
  const args = Object.entries(command.parameters).flatMap(([name, parameter]) =>
    parameter.flags.startsWith('-') ? [] : [{ ...parameter, name }],
  )
  const given: Given = { open: undefined, nextArgument: undefined, options: new Set(), workspace: undefined }
  let argumentsGiven = 0
  for (const word of words) {
    const [optionName = '', attached] = word.split('=', 2)
    if (word.startsWith('-')) {
      const option = options.get(optionName)
      given.options.add(optionName)
      given.open = option !== undefined && attached === undefined && takesValue(option) ? option : undefined
      if (optionName === '--workspace' && attached !== undefined) given.workspace = attached
    } else if (given.open !== undefined) {
      if (given.open.flags.startsWith('--workspace ')) given.workspace = word
      if (!isRepeated(given.open)) given.open = undefined
    } else {
      argumentsGiven += 1
    }
  }
  given.nextArgument = args[argumentsGiven]
  return given
}

function optionsOf({ parameters }: CommandDescription): Map<string, Named> {
  return new Map(
    Object.entries(parameters).flatMap(([name, parameter]) =>
      (parameter.flags.match(/-{1,2}[a-z][a-z-]*/g) ?? []).map(
        (flag) => [flag, { ...parameter, name }] as const,
      ),
    ),
  )
}

function optionCandidates(command: CommandDescription, given: Given): Candidate[] {
  const own = Object.values(command.parameters).flatMap((parameter) => {
    const flag = /--[a-z-]+/.exec(parameter.flags)?.[0]
    const isGiven = flag === undefined || (given.options.has(flag) && !isRepeated(parameter))
    return isGiven ? [] : [{ value: flag, about: parameter.description }]
  })
  const common = command.isService
    ? []
    : [
        { value: '--json', about: 'print one JSON document' },
        { value: '--yes', about: 'confirm every question' },
      ]
  return [...own, ...common.filter(({ value }) => !given.options.has(value)), help]
}

function completeValue(
  commands: readonly CommandDescription[],
  { parameter, typed, given }: { parameter: Named | undefined; typed: string; given: Given },
): Completion {
  if (parameter === undefined) return nothing
  if (parameter.choices !== undefined) {
    const candidates = parameter.choices.map((value) => ({ value, about: '' }))
    return { kind: 'words', candidates: startingWith(typed, candidates) }
  }
  const noun = nounOf(parameter.name)
  if (commands.some(({ path }) => path === `${noun} list`)) {
    return { kind: 'names', noun, workspace: given.workspace }
  }
  return /<(?:file|path|directory)[.>]/.test(parameter.flags) ? files : nothing
}

/** `channelId`, `channels` and `channel` all name channels; a workspace has the id of an organisation. */
function nounOf(name: string): string {
  const noun = name.replace(/(?:Ids?|s)$/, '')
  return noun === 'org' ? 'workspace' : noun
}

function takesValue({ flags }: ParameterDescription): boolean {
  return flags.includes('<') || flags.includes('[')
}

function isRepeated({ flags }: ParameterDescription): boolean {
  return flags.includes('...')
}

export function startingWith(typed: string, candidates: readonly Candidate[]): Candidate[] {
  return candidates.filter(({ value }) => value.startsWith(typed))
}
