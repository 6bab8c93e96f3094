import type { Paged, Performed } from '@signalpost/administration/operations'
import { idSchema, instantOf, instantSchema } from '@signalpost/domain'
import { z } from 'zod'
import {
  onlyWorkspaceParameter,
  workspaceOfIdParameter,
  workspaceParameter,
} from '../parameters/get-workspace.ts'
import { wholeNumber } from '../parameters/numbers.ts'
import { onOff } from '../parameters/on-off.ts'
import { kebabCase, optionNamed } from '../parameters/option-name.ts'
import {
  type InputOf,
  optional,
  type Parameter,
  type Parameters,
  required,
  withDefault,
} from '../parameters/parameter.ts'
import { type Moment, pastMoment } from '../parameters/times.ts'
import { type Cell, tableOf } from '../terminal/table.ts'
import type { About, CommandContext } from './context.ts'
import { type CliCommand, defineCommand, type Outcome } from './define-command.ts'
import { type AskedPage, readCursor } from './read-local-page.ts'

/** A console elsewhere has cursors of its own, so only what reads the page can read one. */
const cursorParameter = optional('--cursor <cursor>', 'the nextCursor of the previous page')

type Given = Record<string, unknown>

/** What the command line adds to an operation. */
type Face<Result, Input = never> = {
  /** The words of a command that is called otherwise. */
  path?: string
  /** For members of the input whose schema does not say how they are written; with `inputOf`, all but the id. */
  parameters?: Parameters
  inputOf?: (given: never, context: CommandContext) => object
  /** Asks before anything changes. Throws where the answer is no. */
  confirm?: (context: CommandContext, input: Input) => Promise<void>
  /** Shows a list as a table: the head of each column, and its cells. */
  columns?: Record<string, (item: ItemOf<Result>) => Cell>
  /** How `--json` shows an item of a list. */
  item?: (item: ItemOf<Result>) => unknown
  /** How many items a list in pages shows by default, and at most. */
  limit?: { usual: number; most: number }
  /** Which of the options names a thing whose workspace is meant. */
  workspaceBy?: (given: Given) => About | undefined
  /** Defaults to `json` and `text` of the noun. */
  outcome?: (context: CommandContext, result: Result, input: Input) => Promise<Outcome> | Outcome
}

/** How commands that have no `outcome` show what their operations return. */
type Shown<Result> = {
  text?: (result: Result, context: CommandContext) => string
  /** Defaults to the result. */
  json?: (result: Result) => unknown
}

type ItemOf<Result> = Result extends readonly (infer Item)[] ? Item : never
type Any = Performed<CommandContext, unknown> | Paged<CommandContext>
type ResultOf<Of> = Of extends { perform: (...call: never[]) => Promise<infer Result> }
  ? Result
  : Of extends { answerPage: object; output: { schema: infer Out extends z.ZodType } }
    ? z.output<Out>[]
    : never
type CallOf<Of> = Of extends { input: infer Schema extends z.ZodObject } ? z.output<Schema> : never
type NameOf<Of> = Of extends { name: infer Name extends string } ? Name : never
type FacesOf<Of> = {
  [One in Of as One extends Any ? One['name'] : never]?: Face<ResultOf<One>, CallOf<One>>
}

/**
 * Makes the commands of a noun: `rule move` for `rule.move`. A member of the input is an option, and the id of the noun the
 * first argument.
 */
export function commandsOf<
  Of extends object,
  const Faces extends FacesOf<Of>,
  const Elsewhere extends NameOf<Of> = never,
>(
  operations: readonly Of[],
  {
    by,
    elsewhere = [],
    among = operations,
    ...shown
  }: Shown<ResultOf<Exclude<Extract<Of, Any>, { name: keyof Faces | Elsewhere }>>> & {
    by: Faces
    /** Those that have a command by hand, or none. */
    elsewhere?: readonly Elsewhere[]
    /** All operations of the noun, if these are a part. */
    among?: readonly object[]
  },
): CliCommand[] {
  const faces: Record<string, Face<never> | undefined> = by
  const left: readonly string[] = elsewhere
  return operations.flatMap((operation) => {
    const name = 'name' in operation ? String(operation.name) : ''
    const face = faces[name] ?? {}
    if (left.includes(name)) return []
    // The casts: what can be performed, or read in pages, has the rest.
    if ('perform' in operation) {
      const performed = operation as object as Performed<CommandContext, never>
      return [{ ...commandOf(performed, { ...shown, ...face }, among), operation: name }]
    }
    if (!('answerPage' in operation)) return []
    const list = operation as object as Paged<CommandContext>
    return [{ ...listCommandOf(list, face as object), operation: name }]
  })
}

/** Declares parameters that are not the members of the input, and how the input follows from them. */
export function withParameters<const P extends Parameters>(
  parameters: P,
  inputOf: (given: InputOf<P>, context: CommandContext) => object,
) {
  return { parameters, inputOf }
}

function commandOf<Result>(
  operation: Performed<CommandContext, Result>,
  {
    path,
    parameters = {},
    inputOf,
    confirm,
    columns,
    item: itemOf = (item: unknown) => item,
    json = (result) => result,
    text = () => '',
    outcome,
  }: Face<Result> & Shown<Result>,
  among: readonly object[],
): CliCommand {
  const { orgId, ...members } = operation.input.shape
  const subject = subjectOf(operation)
  return defineCommand({
    ...headOf(operation, { path, parameters, isWhole: inputOf === undefined }),
    run: async (context, { workspace, ...given }: Given & { workspace?: string | undefined }) => {
      // The casts: parameters and inputOf are declared together, and the operation parses the input again.
      const own = members[subject] && { [subject]: given[subject] }
      // Bad usage is said before the store is opened.
      const read =
        inputOf === undefined ? timed(given, context) : { ...own, ...inputOf(given as never, context) }
      const isNeeded = orgId !== undefined && !isOptional(orgId)
      const about = members[subject] && { noun: subject.slice(0, -2), id: String(given[subject]) }
      const found = isNeeded ? (await context.getWorkspace(workspace, about)).orgId : workspace
      const input = { ...read, ...(orgId && { orgId: found }) } as never
      await confirm?.(context, input)
      const result = await context.call(operation, input, among)
      if (columns !== undefined) {
        // The cast: only lists have columns.
        const items = result as readonly never[]
        return { json: { items: items.map(itemOf) }, text: tableOf(columns, items) }
      }
      return outcome?.(context, result, input) ?? { json: json(result), text: text(result, context) }
    },
  })
}

/** Makes the command of a list in pages: `--limit` and `--cursor`, and its filters. */
function listCommandOf(
  operation: Paged<CommandContext>,
  {
    path,
    parameters = {},
    workspaceBy,
    columns = {},
    item: jsonOf = (item) => item,
    limit: { usual, most } = { usual: 50, most: 1_000 },
  }: Face<unknown[]>,
): CliCommand {
  const { inputOf, ...head } = parametersFor(operation, { path, parameters, workspaceBy })
  return defineCommand({
    ...head,
    parameters: {
      ...head.parameters,
      limit: withDefault('--limit <n>', `the page size, at most ${most}`, {
        schema: wholeNumber({ min: 1, max: most }),
        text: String(usual),
      }),
      cursor: cursorParameter,
    },
    run: async (context, asked: Given) => {
      // The cast: it has these parameters.
      const { limit, cursor, ...given } = asked as Given & AskedPage
      // Bad usage is said before the store is opened. A console reads its own.
      if (cursor !== undefined && context.remote === undefined) readCursor(operation, cursor)
      const input = await inputOf(context, given)
      const { items, nextCursor } = await context.readPage(operation, input, { limit, cursor })
      if (nextCursor !== undefined) {
        context.terminal.note(`There are more. Continue with --cursor ${nextCursor}`)
      }
      // The casts: columns and items are declared for what the operation lists.
      const json = { items: (items as never[]).map(jsonOf), nextCursor }
      return { json, text: tableOf(columns, items as never[]) }
    },
  })
}

/** The words, help and parameters of a command whose options are the members of the input, and how that follows. */
export function parametersFor(
  operation: Pick<Paged<CommandContext>, 'name' | 'summary' | 'input'>,
  {
    path,
    parameters = {},
    workspaceBy = () => undefined,
  }: {
    path?: string | undefined
    parameters?: Parameters
    workspaceBy?: Face<never>['workspaceBy'] | undefined
  } = {},
) {
  const { orgId } = operation.input.shape
  return {
    ...headOf(operation, { path, parameters, isWhole: true }),
    inputOf: async (context: CommandContext, { workspace, ...given }: Given): Promise<Given> => {
      const named = workspace as string | undefined // the cast: its parameter reads a text
      const isNeeded = orgId !== undefined && !isOptional(orgId)
      const found = isNeeded ? (await context.getWorkspace(named, workspaceBy(given))).orgId : named
      return { ...timed(given, context), ...(orgId && { orgId: found }) }
    },
  }
}

/** The words, the help and the parameters of a command; without those of the input but the id unless it `isWhole`. */
function headOf(
  operation: Pick<Paged<CommandContext>, 'name' | 'summary' | 'input'>,
  { path, parameters, isWhole }: { path: string | undefined; parameters: Parameters; isWhole: boolean },
) {
  const [noun = '', named = ''] = operation.name.split('.')
  const { orgId, ...members } = operation.input.shape
  const subject = subjectOf(operation)
  const parametersOfInput = Object.entries(members)
    .filter(([name]) => parameters[name] === undefined && (isWhole || name === subject))
    .map(([name]): [string, Parameter<unknown>] => [
      name,
      name === subject
        ? required('<id>', `the ${noun}`, idSchema)
        : parameterOf(operation.name, name, members),
    ])
  return {
    path: path ?? `${noun} ${named.replaceAll('_', '-')}`,
    summary: operation.summary,
    access: operation,
    parameters: {
      ...Object.fromEntries(parametersOfInput),
      ...parameters,
      ...(orgId && { workspace: workspaceParameterOf(orgId, members[subject]) }),
    },
  }
}

/** `ruleId` for `rule.move`. */
function subjectOf({ name }: { name: string }): string {
  return `${name.split('.', 1)[0]}Id`
}

/** Reads the moments of what was given by the clock. */
function timed(given: Given, { nowMs }: CommandContext): Given {
  const isMoment = (value: unknown): value is Moment => typeof value === 'function'
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, isMoment(value) ? instantOf(value(nowMs())) : value]),
  )
}

function isOptional(schema: z.core.$ZodType): boolean {
  return schema instanceof z.ZodOptional
}

/** Throws for a schema that does not say how it is written on a command line, or what it is. */
function parameterOf(operation: string, name: string, members: z.ZodObject['shape']): Parameter<unknown> {
  const { [name]: schema = z.never() } = members
  const isNeeded = !isOptional(schema)
  const words = kebabCase(name)
  // The casts: all of them are classic.
  const inner = schema instanceof z.ZodOptional ? schema.unwrap() : schema
  const description = (schema as z.ZodType).description ?? (inner as z.ZodType).description
  if (description === undefined) {
    throw new Error(`${operation}: describe ${name} by .meta().`)
  }
  const written = writtenOf(inner, words)
  if (written === undefined) {
    throw new Error(`${operation}: declare a parameter for ${name} in the command file of its noun.`)
  }
  const flags = `${optionNamed(name)} ${written.placeholder}`
  const help = `${phraseOf(description, members)}${written.help ?? ''}`
  return (isNeeded ? required : optional)(flags, help, written.schema)
}

/** A sentence as help has it: without its capital and its full stop, and with options for the members that it names. */
function phraseOf(sentence: string, members: object): string {
  return sentence
    .replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase())
    .replace(/\.$/, '')
    .replace(/`(\w+)`/g, (_all, word: string) => (word in members ? optionNamed(word) : word))
}

function workspaceParameterOf(orgId: z.core.$ZodType, subject: unknown): Parameter<unknown> {
  if (!isOptional(orgId)) return workspaceParameter
  return subject === undefined ? onlyWorkspaceParameter : workspaceOfIdParameter
}

type Written = { placeholder: string; help?: string; schema: z.ZodType<unknown, string | undefined> }

function writtenOf(schema: z.core.$ZodType, words: string): Written | undefined {
  if (schema instanceof z.ZodEnum) {
    return { ...choiceOf(schema.options, words), schema: z.enum(schema.options.map(String)) }
  }
  if (schema === instantSchema) {
    // What lies ahead, such as the end of a silence, has a parameter of its own.
    return { placeholder: '<time>', help: ', ISO or relative such as 24h', schema: pastMoment }
  }
  if (schema instanceof z.ZodString) return { placeholder: schema === idSchema ? '<id>' : '<text>', schema }
  if (schema instanceof z.ZodPipe) {
    const choice =
      schema.in instanceof z.ZodEnum ? choiceOf(schema.in.options, words) : { placeholder: '<n>' }
    return { ...choice, schema: schema as z.ZodType<unknown, string | undefined> } // the cast: it reads a text
  }
  if (schema instanceof z.ZodBoolean) return { placeholder: '<on|off>', schema: onOff }
  return undefined
}

const longestChoice = 24

/** Many choices stand in the help, whose lines wrap. */
function choiceOf(options: readonly (string | number)[], words: string): Omit<Written, 'schema'> {
  const choice = options.join('|')
  return choice.length <= longestChoice
    ? { placeholder: `<${choice}>` }
    : { placeholder: `<${words.split('-').at(-1)}>`, help: `: ${options.join(', ')}` }
}
