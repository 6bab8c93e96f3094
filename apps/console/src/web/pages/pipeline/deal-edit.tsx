import { plainAmount, readMoney } from '@signalpost/domain/text'
import { type ReactNode, useState } from 'react'
import type { Answer } from '../../api/call.ts'
import { usePeopleNames } from '../../api/use-people-names.ts'
import { useWrite } from '../../api/use-write.ts'
import { SelectField, TextField } from '../../parts/controls/field.tsx'
import { Button } from '../../parts/form/button.tsx'
import { Form } from '../../parts/form/form.tsx'
import { Refusal } from '../../parts/form/refusal.tsx'
import { choicesOf, currencyChoices } from '../../text/choices.ts'
import { isStage, stages } from './stages.ts'

type Deal = Answer<'GET /console/api/w/{orgId}/pipeline/{id}'>['deal']

/** Changes the stage, the value and the owner. An empty field clears what it holds. */
export function DealEdit({ orgId, deal }: { orgId: string; deal: Deal }): ReactNode {
  const write = useWrite('PATCH /console/api/w/{orgId}/pipeline/{id}')
  const [stage, setStage] = useState(deal.stage)
  const [amount, setAmount] = useState(deal.value === null ? '' : plainAmount(deal.value))
  const [currency, setCurrency] = useState(deal.value?.currency ?? 'EUR')
  const [owner, setOwner] = useState(deal.ownerId ?? '')
  const people = usePeopleNames(orgId)
  const isListed = owner === '' || people.has(owner)
  const owners = [...choicesOf(people), ...(isListed ? [] : [{ value: owner, title: 'someone else' }])]
  const isCleared = amount.trim() === ''
  const value = isCleared ? null : readMoney(amount, currency)
  const submit = (): void => {
    if (value === undefined) return
    const ownerId = owner === '' ? null : owner
    write.mutate({ params: { orgId, id: deal.id }, body: { stage, value, ownerId } })
  }
  return (
    <section className="card">
      <h2>Change</h2>
      <Form write={write} onSubmit={submit}>
        <div className="filters edit">
          <SelectField
            label="Stage"
            path="stage"
            value={stage}
            choices={stages}
            onChange={(chosen) => isStage(chosen) && setStage(chosen)}
          />
          <TextField
            label="Value"
            path="value.amount"
            value={amount}
            onChange={setAmount}
            placeholder="1250.00"
            hint={
              value === undefined
                ? 'Expected an amount of this currency.'
                : 'Leave it empty to remove the value.'
            }
          />
          <SelectField
            label="Currency"
            path="value.currency"
            value={currency}
            onChange={setCurrency}
            choices={currencyChoices}
          />
          <SelectField
            label="Owner"
            path="ownerId"
            all="No one"
            value={owner}
            onChange={setOwner}
            choices={owners}
          />
          <Button type="submit" disabled={write.isPending || value === undefined}>
            Save
          </Button>
        </div>
        <Refusal error={write.error} what="The deal was not changed." />
      </Form>
    </section>
  )
}
