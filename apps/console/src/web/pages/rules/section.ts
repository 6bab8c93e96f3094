import { page, type Section } from '../../section.ts'

export const rules: Section = {
  ...{ title: 'Rules', path: 'rules', icon: 'rules', key: 'e', group: 'Going out' },
  idPrefix: 'rul_',
  pages: {
    '': page(() => import('./rules.tsx'), 'RulesPage'),
    $id: page(() => import('./rule.tsx'), 'RulePage'),
  },
}
