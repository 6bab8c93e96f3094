import { type FormEvent, type ReactNode, useState } from 'react'
import type { Answer } from '../../api/call.ts'
import { useWrite } from '../../api/use-write.ts'
import { SelectField, TextField } from '../../parts/controls/field.tsx'
import { Failure } from '../../parts/page/answer.tsx'
import { plainAmount, readMoney } from '../../text/money.ts'
import { isStage, stages } from './stages.ts'

type Deal = Answer<'GET /console/api/w/{orgId}/pipeline/{id}'>['deal']

/** Changes the stage, the value and the owner. An empty field clears what it holds. */
export function DealEdit({ orgId, deal }: { orgId: string; deal: Deal }): ReactNode {
  const write = useWrite('PATCH /console/api/w/{orgId}/pipeline/{id}')
  const [stage, setStage] = useState(deal.stage)
  const [amount, setAmount] = useState(deal.value === null ? '' : plainAmount(deal.value))
  const [currency, setCurrency] = useState(deal.value?.currency ?? 'EUR')
  const [owner, setOwner] = useState(deal.ownerId ?? '')
  const isCleared = amount.trim() === ''
  const value = isCleared ? null : readMoney(amount, currency)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (value === undefined) return
    const ownerId = owner.trim() === '' ? null : owner.trim()
    write.mutate({ params: { orgId, id: deal.id }, body: { stage, value, ownerId } })
  }
  return (
    <section className="card">
      <h2>Change</h2>
      <form className="filters edit" onSubmit={submit}>
        <SelectField
          label="Stage"
          value={stage}
          choices={stages}
          onChange={(chosen) => isStage(chosen) && setStage(chosen)}
        />
        <TextField
          label="Value"
          value={amount}
          onChange={setAmount}
          placeholder="1250.00"
          hint={value === undefined ? 'Expected an amount of this currency.' : 'Empty clears it.'}
        />
        <TextField label="Currency" value={currency} onChange={setCurrency} />
        <TextField
          label="Owner"
          value={owner}
          onChange={setOwner}
          placeholder="usr_…"
          hint="Empty clears it."
        />
        <button type="submit" className="button" disabled={write.isPending || value === undefined}>
          Save
        </button>
      </form>
      {write.error !== null && <Failure error={write.error} what="the change" />}
    </section>
  )
}
