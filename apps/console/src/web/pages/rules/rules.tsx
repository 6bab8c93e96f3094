import { Link, useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useChannelNames } from '../../api/use-alert-names.ts'
import { useListenerNames } from '../../api/use-listener-names.ts'
import { useRead } from '../../api/use-read.ts'
import { useWrite } from '../../api/use-write.ts'
import { Table } from '../../parts/data/table.tsx'
import { Button } from '../../parts/form/button.tsx'
import { Refusal } from '../../parts/form/refusal.tsx'
import { Answer } from '../../parts/page/answer.tsx'
import { CommandLine } from '../../parts/page/command-line.tsx'
import { Empty } from '../../parts/page/empty.tsx'
import { Page } from '../../parts/page/page.tsx'
import { Status } from '../../parts/values/status.tsx'
import { Stranger } from '../../parts/values/stranger.tsx'
import { useMay } from '../../shell/session.tsx'
import { wordsOfConditions } from '../../text/alert-words.ts'
import { command } from '../../text/command.ts'
import { namesOf } from '../../text/name-of.ts'
import { DisableRule } from './disable-rule.tsx'
import { NeverReached } from './earlier-ends.tsx'
import { modeTitles } from './rule-draft.ts'
import type { Rule } from './rule-type.ts'

export function RulesPage(): ReactNode {
  const { orgId = '' } = useParams({ strict: false })
  const rules = useRead(
    'GET /console/api/w/{orgId}/rules',
    { params: { orgId } },
    { topics: ['audit', 'alerts'] },
  )
  const channels = useChannelNames(orgId)
  const listeners = useListenerNames(orgId)
  const mayChange = useMay('admin')
  const move = useWrite('POST /console/api/w/{orgId}/rules/{id}/move')
  const place = useWrite('PATCH /console/api/w/{orgId}/rules/{id}')
  const change = useWrite('POST /console/api/w/{orgId}/rules/{id}/switch')
  const [asked, setAsked] = useState<Rule>()
  const error = move.error ?? place.error ?? (asked === undefined ? change.error : null)
  const close = (): void => setAsked(undefined)
  const turn = ({ ruleId, enabled }: Rule): void =>
    change.mutate({ params: { orgId, id: ruleId }, body: { enabled: !enabled } }, { onSuccess: close })
  const press = (rule: Rule): void => {
    change.reset()
    // Nothing is lost where nothing waits.
    if (rule.enabled && rule.waiting > 0) setAsked(rule)
    else turn(rule)
  }
  const create = mayChange && (
    <Link className="button primary" to={`/w/${orgId}/rules/new`}>
      New rule
    </Link>
  )
  return (
    <Page
      title="Rules"
      lead="Which signals alert, and where. The first rule that matches decides, unless it lets the next ones decide too."
      acts={create}
    >
      <Refusal error={error} what="The rules were not changed." />
      <Answer of={rules} what="the rules">
        {({ items }) =>
          items.length === 0 ? (
            <Empty title="No rule">
              <p>
                Without a rule, nothing alerts. A new workspace starts with a rule for urgency high and above.
              </p>
              {create}
            </Empty>
          ) : (
            <>
              <NeverReached rules={items} />
              <Table
                caption="Rules in the order of evaluation"
                rows={items}
                keyOf={({ ruleId }) => ruleId}
                linkOf={({ ruleId }) => `/w/${orgId}/rules/${ruleId}`}
                onDrop={
                  mayChange
                    ? (id, { position }) => place.mutate({ params: { orgId, id }, body: { position } })
                    : undefined
                }
                columns={[
                  {
                    title: 'Name',
                    cell: ({ name, position }) => <Stranger text={`${position}. ${name}`} />,
                  },
                  {
                    title: 'Alerts on',
                    isMinor: true,
                    isWide: true,
                    wraps: true,
                    cell: ({ definition }) => (
                      <Stranger text={wordsOfConditions(definition.conditions, listeners)} />
                    ),
                  },
                  {
                    title: 'Where',
                    isMinor: true,
                    cell: ({ definition }) => <Stranger text={channelsOf(definition, channels)} />,
                  },
                  { title: 'When', isMinor: true, cell: ({ definition }) => modeTitles[definition.mode] },
                  {
                    title: 'State',
                    isMinor: mayChange,
                    cell: ({ enabled }) => <Status value={enabled ? 'enabled' : 'disabled'} />,
                  },
                  ...(mayChange
                    ? [
                        {
                          title: 'Acts',
                          align: 'end' as const,
                          cell: (rule: Rule) => (
                            <span className="row-acts">
                              {(['up', 'down'] as const).map((direction) => (
                                <Button
                                  key={direction}
                                  look="icon"
                                  aria-label={`Move ${rule.name} ${direction}`}
                                  disabled={
                                    move.isPending ||
                                    rule.position === (direction === 'up' ? 1 : items.length)
                                  }
                                  onClick={() =>
                                    move.mutate({ params: { orgId, id: rule.ruleId }, body: { direction } })
                                  }
                                >
                                  {direction === 'up' ? '↑' : '↓'}
                                </Button>
                              ))}
                              <Button
                                aria-label={`${rule.enabled ? 'Disable' : 'Enable'} ${rule.name}`}
                                disabled={change.isPending}
                                onClick={() => press(rule)}
                              >
                                {rule.enabled ? 'Disable' : 'Enable'}
                              </Button>
                            </span>
                          ),
                        },
                      ]
                    : []),
                ]}
              />
            </>
          )
        }
      </Answer>
      <DisableRule rule={asked} write={change} onYes={turn} onClose={close} />
      <CommandLine text={command(['rule', 'list'], { workspace: orgId })} />
    </Page>
  )
}

function channelsOf({ channels }: Rule['definition'], names: ReadonlyMap<string, string>): string {
  if (channels === 'all') return 'all channels'
  return namesOf(names, channels, 'a deleted channel')
}
