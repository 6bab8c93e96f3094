import { Link, useNavigate, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useRead } from '../../api/use-read.ts'
import { useWrite } from '../../api/use-write.ts'
import { AskFirst } from '../../parts/form/ask-first.tsx'
import { AdminOnly } from '../../parts/page/admin-only.tsx'
import { Answer } from '../../parts/page/answer.tsx'
import { Empty } from '../../parts/page/empty.tsx'
import { Page } from '../../parts/page/page.tsx'
import { Stranger } from '../../parts/values/stranger.tsx'
import { useMay } from '../../shell/session.tsx'
import { command } from '../../text/command.ts'
import { EarlierEnds } from './earlier-ends.tsx'
import { RuleEditor } from './rule-editor.tsx'
import type { Rule } from './rule-type.ts'

/** One rule, or a new one, with what it would do while it is typed. */
export function RulePage(): ReactNode {
  const { orgId = '', id = '' } = useParams({ strict: false })
  const isNew = id === 'new'
  const rules = useRead('GET /console/api/w/{orgId}/rules', { params: { orgId } }, { topics: ['audit'] })
  const rule = rules.data?.items.find(({ ruleId }) => ruleId === id)
  return (
    <Page
      title={isNew ? 'New rule' : (rule?.name ?? `Rule ${id}`)}
      lead={<Link to={`/w/${orgId}/rules`}>All rules</Link>}
      acts={rule && <DeleteRule orgId={orgId} rule={rule} />}
    >
      <Answer of={rules} what="the rules">
        {({ items }) =>
          isNew ? (
            <AdminOnly does="creates rules" triedBy="member">
              <RuleEditor key={id} orgId={orgId} stored={undefined} rules={items} />
            </AdminOnly>
          ) : rule !== undefined ? (
            <>
              <EarlierEnds rule={rule} rules={items} />
              {/* Another rule begins with its own fields. */}
              <RuleEditor key={id} orgId={orgId} stored={rule} rules={items} />
              <p className="links">
                <Link to={`/w/${orgId}/alerts?rule=${id}`}>Its alerts</Link>
              </p>
            </>
          ) : (
            <Empty title="There is no such rule">
              <p>It was deleted, or belongs to another workspace.</p>
            </Empty>
          )
        }
      </Answer>
    </Page>
  )
}

function DeleteRule({ orgId, rule: { ruleId, name } }: { orgId: string; rule: Rule }): ReactNode {
  const navigate = useNavigate()
  const remove = useWrite('DELETE /console/api/w/{orgId}/rules/{id}', () =>
    navigate({ to: `/w/${orgId}/rules` }),
  )
  if (!useMay('admin')) return null
  return (
    <AskFirst
      label="Delete"
      look="danger"
      title="Delete the rule"
      refused="The rule was not deleted."
      write={remove}
      onYes={() => remove.mutate({ params: { orgId, id: ruleId } })}
      command={command(['rule', 'delete', ruleId])}
    >
      <Stranger text={name} /> no longer alerts, and alerts that it holds back are not sent. Its past alerts
      stay. Later rules move up.
    </AskFirst>
  )
}
