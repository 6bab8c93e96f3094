import { parseInput } from '@signalpost/domain'
import { z } from 'zod'
import { UsageError } from '../command/usage-error.ts'

/** What `--help` says of an option (`--name <text>`) or an argument (`<id>`) of a command. */
export type ParameterDescription = {
  flags: string
  description: string
  isMandatory: boolean
  /** Given again, it adds a line to its text. Another option would replace it. */
  isLines?: true | undefined
  /** All texts that it takes, if they are few. */
  choices?: readonly string[] | undefined
}

/** An option or an argument, and how to parse its text. */
export type Parameter<Value> = ParameterDescription & {
  /** Throws UsageError, which never repeats the text: it may be a secret. */
  read: (raw: unknown) => Value
}

export type Parameters = Record<string, Parameter<unknown>>

export type InputOf<P extends Parameters> = {
  [Name in keyof P]: P[Name] extends Parameter<infer Value> ? Value : never
}

type Text<Value> = z.ZodType<Value, string | undefined>

export function required(flags: string, description: string): Parameter<string>
export function required<Value>(flags: string, description: string, schema: Text<Value>): Parameter<Value>
export function required(
  flags: string,
  description: string,
  schema: Text<unknown> = z.string(),
): Parameter<unknown> {
  const read = (raw: unknown) => parse(flags, schema, raw)
  return { flags, description, isMandatory: true, choices: choicesOf(schema), read }
}

export function optional(flags: string, description: string): Parameter<string | undefined>
export function optional<Value>(
  flags: string,
  description: string,
  schema: Text<Value>,
): Parameter<Value | undefined>
export function optional(
  flags: string,
  description: string,
  schema: Text<unknown> = z.string(),
): Parameter<unknown> {
  const read = (raw: unknown) => (raw === undefined ? undefined : parse(flags, schema, raw))
  return { flags, description, isMandatory: false, choices: choicesOf(schema), read }
}

/** @param text the default */
export function withDefault<Value>(
  flags: string,
  description: string,
  { schema, text }: { schema: Text<Value>; text: string },
): Parameter<Value> {
  return {
    flags,
    description: `${description} (default: ${text})`,
    isMandatory: false,
    choices: choicesOf(schema),
    read: (raw) => parse(flags, schema, raw ?? text),
  }
}

/** Takes one or more values. Without `isMandatory`, none gives an empty list. */
export function list<Value>(
  flags: string,
  description: string,
  { schema, isMandatory = false }: { schema: Text<Value>; isMandatory?: boolean },
): Parameter<Value[]> {
  return {
    flags,
    description,
    isMandatory,
    choices: choicesOf(schema),
    read: (raw) => (Array.isArray(raw) ? raw.map((one) => parse(flags, schema, one)) : []),
  }
}

export function flag(flags: string, description: string): Parameter<boolean> {
  return { flags, description, isMandatory: false, read: (raw) => raw === true }
}

/** Looks below transformations, defaults and `optional`. */
function choicesOf(schema: z.ZodType): string[] | undefined {
  if (schema instanceof z.ZodEnum) return schema.options.map(String)
  if (schema instanceof z.ZodPipe) return choicesOf(schema.in as z.ZodType)
  if (schema instanceof z.ZodOptional) return choicesOf(schema.unwrap() as z.ZodType)
  return undefined
}

function parse<Value>(flags: string, schema: Text<Value>, raw: unknown): Value {
  const parsed = parseInput(schema, raw)
  if (parsed.ok) return parsed.value
  const [issue] = parsed.issues
  throw new UsageError(`${flags.split(/[ <[]/)[0] || flags}: ${issue?.message ?? 'not valid'}`)
}
