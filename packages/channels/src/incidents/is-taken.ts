import type { Content } from '../channel.ts'

/** Whether every signal of an alert has an assignee or is acknowledged. */
export function isTaken(content: Content): boolean {
  if (!('alert' in content)) return false
  const { items, total } = content.alert
  return (
    items.length > 0 &&
    items.length >= total &&
    items.every(({ assignedTo, acknowledgedAt }) => assignedTo !== undefined || acknowledgedAt !== undefined)
  )
}
