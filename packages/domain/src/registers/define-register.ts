import type { z } from 'zod'
import type { Instant } from '../instant.ts'
import type { WarehouseColumn } from '../warehouse/warehouse-table.ts'
import type { Winner } from './winners.ts'

/** How lists of signals filter by a register. `id` and `choice` also take `none`, for signals without a value. */
export type RegisterFilter =
  | { by: 'id'; name: string; description: string; example: string }
  | { by: 'presence'; name: string }
  | { by: 'choice'; name: string; description: string; choices: readonly string[] }

/** A column of `signal_registers` for the value or one member of it. It needs a migration, and a filter needs it. */
export type RegisterColumn<Value = never> = {
  name: string
  type: 'text' | 'instant'
  member?: keyof Value & string
  filter?: RegisterFilter
}

export type RegisterEvent = {
  type: string
  /** The data of an event beside `signalId`. */
  example: Record<string, unknown>
  /** Members of the data that only the ledger keeps. */
  extraData?: Record<string, z.ZodType>
  /** Whether its data may say `by` whom, which is kept beside the value. */
  saysBy?: boolean
}

export type Register<
  Name extends string,
  Wins extends Winner,
  Value extends z.ZodType,
  Column,
  TakenAs extends string | undefined = undefined,
> = {
  /** The field of a Signal, also in events and in the stored state. */
  name: Name
  value: Value
  wins: Wins
  /** Whether null in an event takes the value away. */
  isNullable: Wins extends 'earliest' ? false : boolean
  /** When a value inside of a document was set. Without it, such a value is as old as the document. */
  momentOf?: (value: z.output<Value>) => Instant
  /**
   * Whether it is ours alone. The specification does not know it, so in a document of a sender it may be a member of another
   * meaning: where it cannot be read as ours, it stays in the ledger like any unknown member.
   */
  isOwn?: boolean
  /** For one whose value means that someone takes the signal: what escalations call that. */
  takenAs?: TakenAs
  /** The event that sets it. Webhooks receive it for every change of the stored value. */
  event: RegisterEvent
  column?: Column
  /** The version of the table `signals` that brought its columns to warehouses. */
  warehouseVersion: number
  warehouseColumns: readonly WarehouseColumn[]
}

/** Defines a mutable field of a signal. Its event, storage, filters and columns follow from the list of registers. */
export function defineRegister<
  const Name extends string,
  const Wins extends Winner,
  // Only instants are compared with each other.
  Value extends z.ZodType<Wins extends 'earliest' ? Instant : unknown>,
  const Column extends RegisterColumn<z.output<Value>> | undefined = undefined,
  const TakenAs extends string | undefined = undefined,
>(register: Register<Name, Wins, Value, Column, TakenAs>): Register<Name, Wins, Value, Column, TakenAs> {
  return register
}
