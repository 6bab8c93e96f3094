import { useRead } from './use-read.ts'

/** Returns what people call a scheme: `Standard Webhooks` for `standard-webhooks`. */
export function useSchemeTitle(): (name: string) => string {
  const schemes = useRead('GET /console/api/schemes', {}, { everyMs: 'never' })
  return (name) => schemes.data?.items.find((one) => one.name === name)?.title ?? name
}
