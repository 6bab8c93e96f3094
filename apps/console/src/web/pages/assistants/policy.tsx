import { type ReactNode, useState } from 'react'
import type { Answer } from '../../api/call.ts'
import { useWrite } from '../../api/use-write.ts'
import { SelectField } from '../../parts/controls/field.tsx'
import { Button } from '../../parts/form/button.tsx'
import { Form } from '../../parts/form/form.tsx'
import { Refusal } from '../../parts/form/refusal.tsx'
import { CommandLine } from '../../parts/page/command-line.tsx'
import { Facts } from '../../parts/values/facts.tsx'
import { useMay } from '../../shell/session.tsx'
import { command } from '../../text/command.ts'

type Value = Answer<'GET /console/api/w/{orgId}/assistant-policy'>['policy']

const words: Readonly<Record<Value, string>> = {
  off: 'Nothing',
  read: 'Read',
  confirm: 'Read, and write after a person says yes',
  write: 'Read and write',
}

const label = 'Assistants may'

/** What the workspace lets its assistants do, which admins change. */
export function Policy({ orgId, policy }: { orgId: string; policy: Value }): ReactNode {
  const isAdmin = useMay('admin')
  const [chosen, setChosen] = useState<Value>(policy)
  const save = useWrite('PATCH /console/api/w/{orgId}/assistant-policy')
  return (
    <section className="card stack">
      <h2>Policy</h2>
      {isAdmin ? (
        <Form write={save} onSubmit={() => save.mutate({ params: { orgId }, body: { policy: chosen } })}>
          <div className="filters">
            <SelectField
              label={label}
              path="policy"
              value={chosen}
              // The cast: the choices are the policies.
              onChange={(value) => setChosen(value as Value)}
              choices={Object.entries(words).map(([value, title]) => ({ value, title }))}
            />
            <Button type="submit" disabled={save.isPending || chosen === policy}>
              Save
            </Button>
          </div>
          <Refusal error={save.error} what="The policy was not saved." />
          <CommandLine text={command(['assistant', 'policy', chosen], { workspace: orgId })} />
        </Form>
      ) : (
        <Facts items={[[label, words[policy]]]} />
      )}
    </section>
  )
}
