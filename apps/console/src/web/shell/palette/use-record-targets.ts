import { useChannelNames, useRuleNames } from '../../api/use-alert-names.ts'
import { useListenerNames } from '../../api/use-listener-names.ts'
import { usePeopleNames } from '../../api/use-people-names.ts'
import { useRead } from '../../api/use-read.ts'
import { useSourceNames } from '../../api/use-source-names.ts'
import { useSettled } from '../../parts/controls/use-settled.ts'
import { readTitle } from '../../text/read-title.ts'
import type { Target } from './find-targets.ts'

const leastLetters = 2
const mostOfKind = 5

/** Finds what a person may mean by some words: signals by their text, and what has a name by it. */
export function useRecordTargets(orgId: string, text: string): Target[] {
  const words = useSettled(text.trim().toLowerCase())
  const isSought = words.length >= leastLetters
  const signals = useRead(
    'GET /console/api/w/{orgId}/signals',
    { params: { orgId }, query: { words, limit: String(mostOfKind) } },
    { enabled: isSought, keep: true },
  )
  const named = [
    ['Source', 'sources', useSourceNames(orgId)],
    ['Rule', 'rules', useRuleNames(orgId)],
    ['Channel', 'channels', useChannelNames(orgId)],
    ['Listener', 'listeners', useListenerNames(orgId)],
    ['Person', 'people', usePeopleNames(orgId)],
  ] as const
  if (!isSought) return []
  const to = (path: string, id: string): string => `/w/${orgId}/${path}/${encodeURIComponent(id)}`
  return [
    ...(signals.data?.items ?? []).map(({ id, title }) => ({
      ...{ name: readTitle(title) || 'A signal without a title', path: to('signals', id), hint: 'Signal' },
    })),
    ...named.flatMap(([hint, path, names]) =>
      [...names]
        .filter(([, name]) => name.toLowerCase().includes(words))
        .slice(0, mostOfKind)
        .map(([id, name]) => ({ name, path: to(path, id), hint })),
    ),
  ]
}
