import { registerKinds } from '../registers/register-kinds.ts'
import type { SentOn } from '../sent-on.ts'
import { sentKinds } from './sent-kinds.ts'

/** A change of what is stored, with the record after it. */
export type StoredChange = {
  record: string
  recordId: string
  /** `created`, `updated`, `restored` or `deleted`; `changed` for a register. */
  change: string
  detail: { register: string; from: unknown; to: unknown } | null
  document: Record<string, unknown> | null
}

const typesByChange = new Map(
  sentKinds().flatMap(({ type, sentOn }) => changesOf(sentOn).map((change) => [change, type])),
)
const nullable: ReadonlySet<string> = new Set(
  registerKinds.filter(({ isNullable }) => isNullable).map(({ name }) => name),
)

/** The event that webhooks receive for a change; undefined if there is none. */
export function findEventOfChange({
  record,
  recordId,
  change,
  detail,
  document,
}: StoredChange): { type: string; data: Record<string, unknown> } | undefined {
  if (detail !== null) {
    const { register, to } = detail
    const type = typesByChange.get(`registers ${register}`)
    if (type === undefined || (to === null && !nullable.has(register))) return undefined
    return { type, data: { signalId: recordId, [register]: to } }
  }
  const type = typesByChange.get(`${record} ${change}`)
  if (type === undefined) return undefined
  if (change === 'deleted') return { type, data: { [`${record}Id`]: recordId } }
  return document === null ? undefined : { type, data: { [record]: document } }
}

function changesOf(sentOn: SentOn): string[] {
  if ('record' in sentOn) return sentOn.changes.map((change) => `${sentOn.record} ${change}`)
  return 'register' in sentOn ? [`registers ${sentOn.register}`] : []
}
