import type { ColumnType, Generated, SelectType } from 'kysely'
import type { ColumnTypes } from './column-types.ts'
import type { Json } from './json-column.ts'
import type { SchemaTables } from './tables.generated.ts'

/** Every table of the product, as Kysely sees it. */
export type Tables = Narrowed<ColumnTypes>

/** What the driver reads of these columns of a table: the type of a raw statement's rows. */
export type Row<Table extends keyof Tables, Column extends keyof Tables[Table] = keyof Tables[Table]> = {
  [Name in Column]: SelectType<Tables[Table][Name]>
}

export type ActorKind = Row<'audit_log'>['actor_kind']
export type ChannelState = Row<'channels'>['state']
export type DeliveryStatus = Row<'deliveries'>['status']
export type DispatchStatus = Row<'dispatches'>['status']
export type JobState = Row<'jobs'>['state']
export type MessageKind = Row<'messages'>['kind']
export type MessageStatus = Row<'messages'>['status']
export type TroubleKind = Row<'troubles'>['kind']

type Narrowed<Types extends Existing<Types>> = {
  [Table in keyof SchemaTables]: Table extends keyof Types
    ? {
        [Column in keyof SchemaTables[Table]]: Column extends keyof Types[Table]
          ? NarrowedColumn<SchemaTables[Table][Column], Types[Table][Column]>
          : SchemaTables[Table][Column]
      }
    : SchemaTables[Table]
}

/** Refuses the type of a table or a column that the schema lacks. */
type Existing<Types> = {
  [Table in keyof Types]: Table extends keyof SchemaTables
    ? { [Column in keyof Types[Table]]: Column extends keyof SchemaTables[Table] ? unknown : never }
    : never
}

type NarrowedColumn<Column, Type> = Column extends null
  ? null
  : Column extends Json
    ? Json<Type>
    : Column extends ColumnType<infer _Read, infer _Inserted, infer _Updated>
      ? Generated<Type>
      : Type
