import { labelOfMember } from '@signalpost/domain/text'
import { useRead } from './use-read.ts'

/** Returns what people call a kind: `Microsoft Teams` for `teams`. */
export function useKindTitle(of: 'channel' | 'warehouse'): (kind: string) => string {
  const kinds = useRead(`GET /console/api/${of}-kinds`, {}, { everyMs: 'never' })
  return (kind) => kinds.data?.items.find((one) => one.kind === kind)?.title ?? labelOfMember(kind)
}
