import type { Caller, Demand, Role } from '@signalpost/authorization'
import { type ErrorCode, instantSchema } from '@signalpost/domain'
import { z } from 'zod'
import type { Act, ActCall, ActServices } from './define-act.ts'
import { admitCall, performCall } from './perform-act.ts'

type Services = Pick<ActServices, 'database' | 'nowMs'>

/** A call through a face. The operation validates the input. */
export type Call = { caller: Caller; input: unknown }

/** How people call an operation over HTTP. */
export type Http = {
  method: 'get' | 'post' | 'patch' | 'delete'
  /** Below the workspace. `{id}` is what the operation is about: `ruleId` of the input of `rule.move`. */
  path: `/${string}`
  /** Defaults to 200. With 204, the document is `nothing`. */
  status?: 201 | 204
  /** The codes beyond those of every operation. */
  errors: readonly ErrorCode[]
  /** How long an answer may take if the usual time is too short. */
  timeoutMs?: number
  /** How large a body may be if the usual size is too small. */
  maxBodyBytes?: number
  /** Whether it needs a connection without the limit of a page. */
  takesLong?: true
  /** Defaults to the verb and the noun, such as `moveRule`, and to `listRules` for `rule.list`. */
  operationId?: string
}

/** The JSON document that people get. It may need what commands lack, such as the address of the intake. */
type Output<Result, Out extends z.ZodType, Given = unknown> = {
  description: string
  schema: Out
  of: (result: Result, services: Given) => z.input<Out>
}

/** The document of an answer without a body. */
export const nothing = { schema: z.undefined(), of: () => undefined }

/** What the faces show. */
type Faces<
  Name extends string,
  Schema extends z.ZodObject,
  H extends Http,
  Result,
  Out extends z.ZodType,
  Given,
> = {
  /** `noun.verb` */
  name: Name
  /** The help of the command, and the summary in the description of the API. */
  summary: string
  demands: Role
  http: H
  output: Output<Result, Out, Given>
  /** Returns what HTTP says of a fault that is none of ours, such as a place that cannot be reached; others as they are. */
  faultOf?: (cause: unknown) => unknown
  /** What the input needs beside ids to try the operation. */
  example?: Partial<z.input<Schema>>
}

type Read<Schema extends z.ZodObject, Result, Given> = {
  input: Schema
  read: (call: ActCall<z.output<Schema>, Given>) => Promise<Result>
}

/** What a command needs. */
export type Performed<Given, Result> = {
  name: string
  summary: string
  input: z.ZodObject
  /** Throws RejectedError: `forbidden`, `login_required`, `invalid_request`, and the refusals of the operation. */
  perform: (services: Given, call: Call) => Promise<Result>
}

/** What a command needs that lists in pages. */
export type Paged<Given> = {
  name: string
  summary: string
  input: z.ZodObject
  cursor: z.ZodType
  answerPage: (services: Given, call: Call, page: Page<never>) => Promise<AnsweredPage>
  /**
   * Returns the filters that a cursor belongs to: all but times, because relative ones of a command line move between two
   * pages.
   */
  bindingOf: (filters: object) => Record<string, unknown>
}

/** What a route needs. */
export type Offered<Given> = {
  name: string
  summary: string
  demands: Role
  http: Http
  input: z.ZodObject
  output: { description: string; schema: z.ZodType }
} & (
  | {
      /** Performs the operation and returns its JSON document. */
      answer: (services: Given, call: Call) => Promise<unknown>
    }
  | {
      /** Returns all of a list. `output` is that of one item. */
      answerItems: (services: Given, call: Call) => Promise<AnsweredItems>
      beside?: { shape: z.ZodRawShape } | undefined
    }
  | {
      /** Returns a page of a list. `output` is that of one item. */
      answerPage: Paged<Given>['answerPage']
      bindingOf: Paged<Given>['bindingOf']
      /** What a cursor has in it. */
      cursor: z.ZodType
      beside?: { shape: z.ZodRawShape } | undefined
    }
)

/** Which items of a list are asked for: those after one, by what its cursor has in it. */
type Page<After> = { limit: number; after: After | undefined }

type AnsweredPage = { items: unknown[]; nextAfter: unknown; beside: object }
type AnsweredItems = { items: { id: string; json: unknown }[]; beside: object }

/** What an answer has beside its list. */
type Beside<Schema extends z.ZodType, Item, Shape extends z.ZodRawShape, Given> = {
  shape: Shape
  read: (
    call: ActCall<z.output<Schema>, Given>,
    items: readonly Item[],
  ) => Promise<z.input<z.ZodObject<Shape>>>
}

/** Defines an act of the command line that has no route, or is one side of a choice there. */
export function defineCommandAct<
  const Name extends string,
  Schema extends z.ZodObject,
  Result,
  Given extends Services = ActServices,
>(act: Act<Schema, Result, Given> & { name: Name; summary: string; example?: Partial<z.input<Schema>> }) {
  return { ...act, perform: (services: Given, call: Call) => performCall(services, { act, ...call }) }
}

/** Defines what commands look up, such as what is there before they ask. */
export function defineLookup<Schema extends z.ZodObject, Result, Given extends Services = ActServices>(
  lookup: Read<Schema, Result, Given> & {
    demands: Demand
    /** The list that has it over HTTP, and the member by which it is named if it is one of it. */
    foundIn?: object
    subject?: string
  },
) {
  return {
    ...lookup,
    perform: async (services: Given, call: Call) => lookup.read(admitCall(services, lookup, call)),
  }
}

/** Defines an act that people do over HTTP and on the command line. */
export function defineOperation<
  const Name extends string,
  Schema extends z.ZodObject,
  Result,
  const H extends Http,
  Out extends z.ZodType,
  Given extends Services = ActServices,
  Shown = Given,
>(act: Act<Schema, Result, Given> & Faces<Name, Schema, H, Result, Out, Shown>) {
  const perform = (services: Given, call: Call) => performCall(services, { act, ...call })
  const answer = async (services: Given & Shown, call: Call) => {
    try {
      return act.output.of(await perform(services, call), services)
    } catch (cause) {
      throw act.faultOf?.(cause) ?? cause
    }
  }
  return { ...act, perform, answer }
}

/** Defines what people read. */
export function defineRead<
  const Name extends string,
  Schema extends z.ZodObject,
  Result,
  const H extends Http,
  Out extends z.ZodType,
  Given extends Services = ActServices,
  Shown = Given,
>(read: Read<Schema, Result, Given> & Faces<Name, Schema, H, Result, Out, Shown>) {
  const perform = async (services: Given, call: Call) => read.read(admitCall(services, read, call))
  const answer = async (services: Given & Shown, call: Call) =>
    read.output.of(await perform(services, call), services)
  return { ...read, perform, answer }
}

/** Defines what people read. Commands show the same document as HTTP. */
export function defineDocument<
  const Name extends string,
  Schema extends z.ZodObject,
  Result,
  const H extends Http,
  Out extends z.ZodType,
  Given extends Services = ActServices,
>(read: Read<Schema, Result, Given> & Faces<Name, Schema, H, Result, Out, Given>) {
  const { answer } = defineRead(read)
  // The cast: the document is as its schema says.
  const perform = answer as (services: Given, call: Call) => Promise<z.output<Out>>
  return { ...read, answer, perform, isDocument: true }
}

/**
 * Defines a list that people read in pages, by filters: the other members of its input. Commands show the same documents as
 * HTTP. `output` is that of one item.
 */
export function defineDocuments<
  const Name extends string,
  Schema extends z.ZodObject,
  Item,
  const H extends Http,
  Out extends z.ZodType,
  Cursor extends z.ZodType,
  Given extends Services = ActServices,
  Shape extends z.ZodRawShape = Record<never, never>,
>(
  list: Faces<Name, Schema, H, Item, Out, Given> & {
    input: Schema
    cursor: Cursor
    readPage: PageReader<Schema, Item, Cursor, Given>
    beside?: Beside<Schema, Item, Shape, Given>
  },
) {
  const shape: Record<string, unknown> = list.input.shape
  return {
    ...list,
    bindingOf: (filters: object): Record<string, unknown> =>
      Object.fromEntries(
        Object.entries(filters).filter(([name, value]) => value !== undefined && !isTime(shape[name])),
      ),
    answerPage: async (services: Given, call: Call, page: Page<z.output<Cursor>>): Promise<AnsweredPage> => {
      const input = textsOf(call.input)
      const admitted = admitCall(services, list, { ...call, input })
      const { items, nextAfter } = await list.readPage(admitted, page)
      const beside = (await list.beside?.read(admitted, items)) ?? {}
      return { items: items.map((item) => list.output.of(item, services)), nextAfter, beside }
    },
  }
}

/** Returns filters as a query has them, also those that a face has read. */
function textsOf(filters: unknown): unknown {
  const textOf = (value: unknown) =>
    typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
  // The cast: the input of every operation is an object.
  return Object.fromEntries(Object.entries(filters as object).map(([name, value]) => [name, textOf(value)]))
}

function isTime(schema: unknown): boolean {
  return (schema instanceof z.ZodOptional ? schema.unwrap() : schema) === instantSchema
}

/** Reads the page after an item, by what a cursor has in it; `nextAfter` is undefined for the last page. */
type PageReader<Schema extends z.ZodType, Item, Cursor extends z.ZodType, Given> = (
  call: ActCall<z.output<Schema>, Given>,
  page: Page<z.output<Cursor>>,
) => Promise<{ items: readonly Item[]; nextAfter: z.output<Cursor> | undefined }>

type ShortList<
  Name extends string,
  Schema extends z.ZodObject,
  H extends Http,
  Item,
  Out extends z.ZodType,
  Given,
  Shown,
  Shape extends z.ZodRawShape,
> = Read<Schema, readonly Item[], Given> &
  Faces<Name, Schema, H, Item, Out, Shown> & {
    idOf: (item: Item) => string
    beside?: Beside<Schema, Item, Shape, Given>
  }

/** Defines a list that is short enough to be read whole. `output` is that of one item. */
export function defineList<
  const Name extends string,
  Schema extends z.ZodObject,
  Item,
  const H extends Http,
  Out extends z.ZodType,
  Given extends Services = ActServices,
  Shown = Given,
  Shape extends z.ZodRawShape = Record<never, never>,
>(list: ShortList<Name, Schema, H, Item, Out, Given, Shown, Shape>) {
  const perform = async (services: Given, call: Call) => list.read(admitCall(services, list, call))
  const answerItems = async (services: Given & Shown, call: Call): Promise<AnsweredItems> => {
    const admitted = admitCall(services, list, { ...call, input: textsOf(call.input) })
    const items = await list.read(admitted)
    const beside = (await list.beside?.read(admitted, items)) ?? {}
    const shown = items.map((item) => ({ id: list.idOf(item), json: list.output.of(item, services) }))
    return { items: shown, beside }
  }
  return { ...list, perform, answerItems }
}

/** Defines a short list. Commands show the same documents as HTTP. `output` is that of one item. */
export function defineDocumentList<
  const Name extends string,
  Schema extends z.ZodObject,
  Item,
  const H extends Http,
  Out extends z.ZodType,
  Given extends Services = ActServices,
  Shape extends z.ZodRawShape = Record<never, never>,
>(list: ShortList<Name, Schema, H, Item, Out, Given, Given, Shape>) {
  const { answerItems } = defineList(list)
  const perform = async (services: Given, call: Call) =>
    // The cast: each document is as its schema says.
    (await answerItems(services, call)).items.map(({ json }) => json as z.output<Out>)
  return { ...list, answerItems, perform, isDocument: true }
}

/** Defines a list that the command line reads whole, and pages of the console in parts. `output` is that of one item. */
export function definePages<
  const Name extends string,
  Schema extends z.ZodObject,
  Item,
  const H extends Http,
  Out extends z.ZodType,
  Cursor extends z.ZodType,
  Given extends Services = ActServices,
>(
  list: Read<Schema, readonly Item[], Given> &
    Faces<Name, Schema, H, Item, Out, Given> & {
      cursor: Cursor
      readPage: PageReader<Schema, Item, Cursor, Given>
    },
) {
  const perform = async (services: Given, call: Call) => list.read(admitCall(services, list, call))
  return { ...list, ...defineDocuments(list), perform }
}

/**
 * Defines a route whose input decides between acts, as `enabled` does between `rule.enable` and `rule.disable`, or that offers less
 * of one act than the command line does.
 */
export function defineChoice<
  const Name extends string,
  Schema extends z.ZodObject,
  Result,
  const H extends Http,
  Out extends z.ZodType,
  Given extends Services = ActServices,
  Shown = Given,
>(
  choice: Faces<Name, Schema, H, Result, Out, Shown> & {
    input: Schema
    choose: (input: z.output<Schema>) => Pick<Performed<Given, Result>, 'input' | 'perform'>
  },
) {
  const answer = async (services: Given & Shown, { caller, input: given }: Call) => {
    const { input } = admitCall(services, choice, { caller, input: given })
    const act = choice.choose(input)
    const own = Object.entries(input).filter(([member]) => member in act.input.shape)
    const result = await act.perform(services, { caller, input: Object.fromEntries(own) })
    return choice.output.of(result, services)
  }
  return { ...choice, answer }
}
