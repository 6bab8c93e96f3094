import { isRouted } from '@signalpost/domain'
import type { Content } from '../channel.ts'

/** Whether someone took or acknowledged every signal of an alert. */
export function isTaken(content: Content): boolean {
  if (!('alert' in content)) return false
  const { items, total } = content.alert
  return (
    items.length > 0 &&
    items.length >= total &&
    items.every(({ assignedTo, acknowledgedAt }) => {
      return (assignedTo !== undefined && !isRouted(assignedTo)) || acknowledgedAt !== undefined
    })
  )
}
