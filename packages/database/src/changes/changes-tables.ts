import type { Generated, GeneratedAlways } from 'kysely'

export type ChangesTables = {
  change_inbox: {
    inbox_id: GeneratedAlways<string>
    table_name: string
    org_id: string
    record_id: string
    changed_at: Generated<Date>
  }
  changes: { table_name: string; org_id: string; record_id: string; position: string; sequenced_at: Date }
}
