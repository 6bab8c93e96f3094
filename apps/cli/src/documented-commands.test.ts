import { readDocuments } from '@signalpost/testing'
import { expect, test } from 'vitest'
import { createProgram } from './command/create-program.ts'
import { type CliCommand, readInput } from './command/define-command.ts'
import { programOptions } from './command/program-options.ts'
import { loadCommands } from './commands/commands.ts'

const commands = await loadCommands()

// A changelog and decision records describe the past, so they may name commands that are gone.
const documents = readDocuments().filter(
  ({ path }) => path !== 'CHANGELOG.md' && !path.startsWith('docs/decisions/'),
)
const manual = documents.filter(({ path }) => path === 'README.md' || path.startsWith('docs/'))

const lines = documents.flatMap(({ path, blocks }) =>
  blocks
    .flatMap(({ code }) => code.split('\n'))
    .filter((line) => line.startsWith('./signalpost '))
    .map((line) => ({ path, line })),
)

test('the documents show commands', () => {
  expect(lines.length).toBeGreaterThan(20)
})

test.each(lines)('$path: the command line accepts $line', async ({ line }) => {
  await expect(accept(splitWords(line).slice(1))).resolves.not.toThrow()
})

const paths = commands.map(({ path }) => path)
const firstWords = new Set(paths.map((path) => path.split(' ')[0]))

test.each(manual)('every command in $path exists, with its options', ({ spans }) => {
  expect(spans.filter((span) => isMention(span) && !exists(span))).toEqual([])
})

test.each(manual)('every option in $path belongs to a command', ({ spans }) => {
  const ofProgram = programOptions.flatMap(([flags]) => flags.match(/--[a-z-]+/g) ?? [])
  const known = new Set([...commands.flatMap(optionsOf), ...ofProgram])
  const options = spans.flatMap((span) => /^--[a-z-]+/.exec(span)?.[0] ?? [])
  expect(options.filter((option) => !known.has(option))).toEqual([])
})

/** Parses the words as the command line does, and reads each parameter; runs nothing. */
async function accept(words: string[]): Promise<void> {
  const program = createProgram({
    version: '0',
    commands,
    print: () => undefined,
    onCall: async ({ command, given }) => {
      readInput(command.parameters, given)
    },
  })
  try {
    await program.parseAsync(words, { from: 'user' })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'commander.helpDisplayed')) throw error
  }
}

function isMention(span: string): boolean {
  const words = wordsOf(span)
  return span.startsWith('./signalpost ') || (words.length > 1 && firstWords.has(words[0]))
}

function exists(span: string): boolean {
  const words = wordsOf(span)
  const command = commands.find(({ path }) => `${words.join(' ')} `.startsWith(`${path} `))
  if (command === undefined) {
    return words.length === 0 || paths.some((path) => `${path} `.startsWith(`${words.join(' ')} `))
  }
  const options = span.match(/--[a-z-]+/g) ?? []
  return options.every((option) => optionsOf(command).includes(option))
}

/** The words of a mention before its first argument or option. */
function wordsOf(span: string): string[] {
  const words = span.replace(/^\.\/signalpost /, '').split(' ')
  const end = words.findIndex((word) => !/^[a-z][a-z-]*$/.test(word))
  return end === -1 ? words : words.slice(0, end)
}

function optionsOf({ parameters }: CliCommand): string[] {
  const declared = Object.values(parameters).flatMap(({ flags }) => flags.match(/--[a-z-]+/g) ?? [])
  return [...declared, '--json', '--yes', '--help']
}

/** Splits a line as a shell does, and fills in what the reader is to fill in. */
function splitWords(line: string): string[] {
  const words = line.match(/"[^"]*"|'[^']*'|\S+/g) ?? []
  return words.map((word) => word.replace(/^(["'])(.*)\1$/, '$2').replaceAll('…', '1'))
}
