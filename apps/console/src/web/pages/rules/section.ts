import { page, type Section } from '../../section.ts'

export const rules: Section = {
  ...{ title: 'Rules', path: 'rules', icon: 'rules', key: 'e', group: 'Outgoing' },
  idPrefix: 'rul_',
  pages: {
    '': page(() => import('./rules.tsx'), 'RulesPage'),
    $id: page(() => import('./rule.tsx'), 'RulePage'),
  },
}
