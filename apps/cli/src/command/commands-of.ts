import type { Performed } from '@signalpost/administration/operations'
import { z } from 'zod'
import { workspaceOfIdParameter, workspaceParameter } from '../parameters/get-workspace.ts'
import { onOff } from '../parameters/on-off.ts'
import { kebabCase, optionNamed } from '../parameters/option-name.ts'
import { type InputOf, optional, type Parameter, type Parameters, required } from '../parameters/parameter.ts'
import { type Cell, tableOf } from '../terminal/table.ts'
import type { CommandContext } from './context.ts'
import { type CliCommand, defineCommand, type Outcome } from './define-command.ts'

type Given = Record<string, unknown>

/** What the command line adds to an operation. */
type Face<Result, Input = never> = {
  /** Where the command is called otherwise. */
  verb?: string
  /** For members of the input whose schema does not say how they are written; with `inputOf`, all but the id. */
  parameters?: Parameters
  inputOf?: (given: never, context: CommandContext) => object
  /** Asks before anything changes. Throws where the answer is no. */
  confirm?: (context: CommandContext, input: Input) => Promise<void>
  /** Shows a list as a table: the head of each column, and its cells. */
  columns?: Record<string, (item: Result extends readonly (infer Item)[] ? Item : never) => Cell>
  /** Defaults to `json` and `text` of the noun. */
  outcome?: (context: CommandContext, result: Result, input: Input) => Promise<Outcome> | Outcome
}

/** How commands that have no `outcome` show what their operations return. */
type Shown<Result> = {
  text: (result: Result, context: CommandContext) => string
  /** Defaults to the result. */
  json?: (result: Result) => unknown
}

type Any = Performed<CommandContext, unknown>
type ResultOf<Of> = Of extends { perform: (...call: never[]) => Promise<infer Result> } ? Result : never
type CallOf<Of> = Of extends { input: infer Schema extends z.ZodObject } ? z.output<Schema> : never
type FacesOf<Of> = {
  [One in Of as One extends Any ? One['name'] : never]?: Face<ResultOf<One>, CallOf<One>> | 'elsewhere'
}

/**
 * Makes the commands of a noun: `rule move` for `rule.move`. A member of the input is an option, and the id of the noun the
 * first argument.
 */
export function commandsOf<Of extends object, const Faces extends FacesOf<Of>>(
  operations: readonly Of[],
  {
    by,
    among = operations,
    ...shown
  }: Shown<ResultOf<Exclude<Extract<Of, Any>, { name: keyof Faces }>>> & {
    by: Faces
    /** All operations of the noun, if these are a part. */
    among?: readonly object[]
  },
): CliCommand[] {
  const faces: Record<string, Face<never> | 'elsewhere' | undefined> = by
  return operations.flatMap((operation) => {
    if (!('perform' in operation)) return []
    const one = operation as object as Performed<CommandContext, never> // the cast: what can be performed has the rest
    const face = faces[one.name] ?? {}
    return face === 'elsewhere' ? [] : [commandOf(one, { ...shown, ...face }, among)]
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
    verb: ownVerb,
    parameters = {},
    inputOf,
    confirm,
    columns,
    json = (result) => result,
    text,
    outcome,
  }: Face<Result> & Shown<Result>,
  among: readonly object[],
): CliCommand {
  const [noun = '', verb = ''] = operation.name.split('.')
  const { orgId, ...members } = operation.input.shape
  const subject = `${noun}Id`
  const parametersOfInput = Object.entries(members)
    .filter(([name]) => parameters[name] === undefined && (inputOf === undefined || name === subject))
    .map(([name, schema]): [string, Parameter<unknown>] => [
      name,
      name === subject ? required('<id>', `the ${noun}`) : parameterOf(name, schema),
    ])
  return defineCommand({
    path: `${noun} ${ownVerb ?? verb.replaceAll('_', '-')}`,
    summary: operation.summary,
    parameters: {
      ...Object.fromEntries(parametersOfInput),
      ...parameters,
      ...(orgId && { workspace: isOptional(orgId) ? workspaceOfIdParameter : workspaceParameter }),
    },
    run: async (context, { workspace, ...given }: Given & { workspace?: string | undefined }) => {
      // The casts: parameters and inputOf are declared together, and the operation parses the input again.
      const own = members[subject] && { [subject]: given[subject] }
      // Bad usage is said before the store is opened.
      const read = inputOf === undefined ? given : { ...own, ...inputOf(given as never, context) }
      const isNeeded = orgId !== undefined && !isOptional(orgId)
      const found = isNeeded ? (await context.getWorkspace(workspace)).orgId : workspace
      const input = { ...read, ...(orgId && { orgId: found }) } as never
      await confirm?.(context, input)
      const result = await context.call(operation, input, among)
      if (columns !== undefined) {
        // The cast: only lists have columns.
        return { json: { items: result }, text: tableOf(columns, result as readonly never[]) }
      }
      return outcome?.(context, result, input) ?? { json: json(result), text: text(result, context) }
    },
  })
}

function isOptional(schema: z.core.$ZodType): boolean {
  return schema instanceof z.ZodOptional
}

/** Throws for a schema that does not say how it is written on a command line. */
function parameterOf(name: string, schema: z.core.$ZodType): Parameter<unknown> {
  const isNeeded = !isOptional(schema)
  const { description = kebabCase(name).replaceAll('-', ' ') } = schema as z.ZodType // the cast: all of them are classic
  const inner = schema instanceof z.ZodOptional ? schema.unwrap() : schema
  const written = writtenOf(inner)
  if (written === undefined) throw new Error(`${name} needs a parameter of its own.`)
  const flags = `${optionNamed(name)} ${written.placeholder}`
  return (isNeeded ? required : optional)(flags, description, written.schema)
}

function writtenOf(
  schema: z.core.$ZodType,
): { placeholder: string; schema: z.ZodType<unknown, string | undefined> } | undefined {
  if (schema instanceof z.ZodEnum)
    return { placeholder: `<${schema.options.join('|')}>`, schema: z.enum(schema.options.map(String)) }
  if (schema instanceof z.ZodString) return { placeholder: '<text>', schema }
  if (schema instanceof z.ZodBoolean) return { placeholder: '<on|off>', schema: onOff }
  return undefined
}
