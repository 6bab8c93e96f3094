/** A change of what is stored, with the record after it. */
export type StoredChange = {
  record: string
  recordId: string
  /** `created`, `updated`, `restored`, `deleted`; `changed` for a register. */
  change: string
  detail: { register: string; from: unknown; to: unknown } | null
  document: Record<string, unknown> | null
}

// A record that comes back after its deletion is new to whoever is told of it.
const verbs: Record<string, string> = { created: 'created', restored: 'created', updated: 'updated' }

const registerTypes: Record<string, { type: string; isNullable: boolean }> = {
  alertedAt: { type: 'signal.alerted', isNullable: false },
  assignedTo: { type: 'signal.assigned', isNullable: true },
  feedback: { type: 'signal.feedback', isNullable: true },
  readAt: { type: 'signal.read', isNullable: false },
}

const documentRecords = ['signal', 'listener', 'deal']

/** The event that tells others of a change; undefined where there is no event for it. */
export function findEventOfChange({
  record,
  recordId,
  change,
  detail,
  document,
}: StoredChange): { type: string; data: Record<string, unknown> } | undefined {
  if (record === 'registers') {
    const register = detail === null ? undefined : registerTypes[detail.register]
    if (detail === null || register === undefined || (detail.to === null && !register.isNullable)) {
      return undefined
    }
    return { type: register.type, data: { signalId: recordId, [detail.register]: detail.to } }
  }
  if (!documentRecords.includes(record)) return undefined
  if (change === 'deleted') return { type: `${record}.deleted`, data: { [`${record}Id`]: recordId } }
  const verb = verbs[change]
  if (verb === undefined || document === null) return undefined
  return { type: `${record}.${verb}`, data: { [record]: document } }
}
