import { type ReactNode, useState } from 'react'
import { useListenerNames } from '../../api/use-listener-names.ts'
import { useRead } from '../../api/use-read.ts'
import { nameOf } from '../../text/name-of.ts'
import { PickField } from '../controls/pick-field.tsx'
import { useSettled } from '../controls/use-settled.ts'

type Props = {
  orgId: string
  label: string
  path: string
  values: readonly string[]
  onChange: (values: string[]) => void
  isSingle?: boolean
}

/** Chooses listeners by name. */
export function ListenerPick({ orgId, ...field }: Props): ReactNode {
  const [text, setText] = useState<string>()
  const words = useSettled(text ?? '')
  const names = useListenerNames(orgId)
  const { data } = useRead(
    'GET /console/api/w/{orgId}/listeners',
    { params: { orgId }, query: { limit: '20', ...(words !== '' && { words }) } },
    { enabled: text !== undefined, keep: true },
  )
  const choices = (data?.items ?? []).map(({ id, name, signalCount }) => ({
    value: id,
    title: name,
    hint: `${signalCount} ${signalCount === 1 ? 'signal' : 'signals'}`,
  }))
  return (
    <PickField
      {...field}
      choices={choices}
      onSearch={setText}
      titleOf={(id) => nameOf(names, id, 'a deleted listener')}
    />
  )
}
