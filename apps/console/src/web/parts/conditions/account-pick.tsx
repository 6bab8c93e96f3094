import { nameAccount } from '@signalpost/domain/text'
import { type ReactNode, useState } from 'react'
import { useRead } from '../../api/use-read.ts'
import { readTitle } from '../../text/read-title.ts'
import { PickField } from '../controls/pick-field.tsx'
import { useSettled } from '../controls/use-settled.ts'

type Props = {
  orgId: string
  label: string
  path?: string
  values: readonly string[]
  onChange: (values: string[]) => void
  isSingle?: boolean
}

/** Chooses accounts by name; one that no signal names yet, by its domain. */
export function AccountPick({ orgId, ...field }: Props): ReactNode {
  const [text, setText] = useState<string>()
  const words = useSettled(text ?? '')
  const { data } = useRead(
    'GET /console/api/w/{orgId}/accounts',
    { params: { orgId }, query: { limit: '20', ...(words !== '' && { words }) } },
    { enabled: text !== undefined, keep: true },
  )
  const found = (data?.items ?? []).map(({ accountKey, name, signalCount }) => ({
    value: accountKey,
    title: readTitle(name),
    hint: `${nameAccount(accountKey)} · ${signalCount} ${signalCount === 1 ? 'signal' : 'signals'}`,
  }))
  const domain = (text ?? '').toLowerCase()
  const isNew = /^[^\s.]+(?:\.[^\s.]+)+$/.test(domain) && !found.some(({ value }) => value === `d:${domain}`)
  const choices = isNew
    ? [{ value: `d:${domain}`, title: domain, hint: 'without signals so far' }, ...found]
    : found
  return (
    <PickField
      {...field}
      choices={choices}
      onSearch={setText}
      titleOf={nameAccount}
      placeholder="Name or domain"
    />
  )
}
