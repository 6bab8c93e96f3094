import { readMoney } from '@signalpost/domain/text'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useWrite } from '../../api/use-write.ts'
import { SelectField, TextField } from '../../parts/controls/field.tsx'
import { Form } from '../../parts/form/form.tsx'
import { Submit } from '../../parts/form/submit.tsx'
import { Stranger } from '../../parts/values/stranger.tsx'
import { currencyChoices } from '../../text/choices.ts'
import { isStage, type Stage, stages } from './stages.ts'

type Origin = { name?: string; signalId?: string; accountKey?: string }

/** The form for a deal, of a signal or on its own. */
export function NewDeal({ orgId, from = {} }: { orgId: string; from?: Origin }): ReactNode {
  const { name: givenName = '', ...origin } = from
  const create = useWrite('POST /console/api/w/{orgId}/pipeline')
  const [name, setName] = useState(givenName)
  const [stage, setStage] = useState<Stage>('new')
  const [amount, setAmount] = useState('')
  const [currency, setCurrency] = useState('EUR')
  const value = readMoney(amount, currency)
  const isWrong = amount.trim() !== '' && value === undefined
  if (create.data !== undefined) {
    return (
      <p>
        Created{' '}
        <Link to={`/w/${orgId}/pipeline/${encodeURIComponent(create.data.id)}`}>
          <Stranger text={create.data.name} />
        </Link>
        .
      </p>
    )
  }
  const submit = (): void => {
    create.mutate({ params: { orgId }, body: { name, stage, ...origin, ...(value && { value }) } })
  }
  return (
    <Form write={create} onSubmit={submit}>
      <p>The deal joins the pipeline. Webhooks and warehouses receive it.</p>
      <TextField label="Name" path="name" value={name} onChange={setName} required />
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
        hint={isWrong ? 'Expected an amount of this currency, such as 1250.00.' : 'May be empty.'}
      />
      <SelectField
        label="Currency"
        path="value.currency"
        value={currency}
        onChange={setCurrency}
        choices={currencyChoices}
      />
      <Submit write={create} refused="The deal was not created." disabled={isWrong}>
        Create
      </Submit>
    </Form>
  )
}
