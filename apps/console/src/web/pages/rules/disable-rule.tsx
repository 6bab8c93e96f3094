import type { ReactNode } from 'react'
import { Modal } from '../../parts/controls/modal.tsx'
import { format } from '../../parts/data/sum-bar.tsx'
import { Button } from '../../parts/form/button.tsx'
import { Refusal } from '../../parts/form/refusal.tsx'
import { CommandLine } from '../../parts/page/command-line.tsx'
import { Stranger } from '../../parts/values/stranger.tsx'
import { command } from '../../text/command.ts'
import type { Rule } from './rule-type.ts'

type Props = {
  /** The rule as it was when the question was asked; undefined while nothing is asked. */
  rule: Rule | undefined
  write: { error: Error | null; isPending: boolean }
  onYes: (rule: Rule) => void
  onClose: () => void
}

/** Asks before a rule is disabled for which alerts wait. One question for the whole list: a row has no room for its own. */
export function DisableRule({ rule, write, onYes, onClose }: Props): ReactNode {
  return (
    <Modal title="Disable the rule" isOpen={rule !== undefined} onClose={onClose}>
      {rule !== undefined && (
        <div className="stack">
          <p>
            <Stranger text={rule.name} /> alerts on nothing until an admin enables it. {format(rule.waiting)}{' '}
            of its alerts {rule.waiting === 1 ? 'waits' : 'wait'} now, held back or for a digest. What is due
            before the rule is enabled is never sent.
          </p>
          <Refusal error={write.error} what="The rule was not disabled." />
          <Button look="danger" disabled={write.isPending} onClick={() => onYes(rule)}>
            Disable
          </Button>
          <CommandLine text={command(['rule', 'disable', rule.ruleId])} />
        </div>
      )}
    </Modal>
  )
}
