import { page, type Section } from '../../section.ts'

export const escalations: Section = {
  ...{ title: 'Escalations', path: 'escalations', icon: 'escalations', key: 'x', group: 'Outgoing' },
  idPrefix: 'esc_',
  pages: {
    '': page(() => import('./escalations.tsx'), 'EscalationsPage'),
    $id: page(() => import('./escalation.tsx'), 'EscalationPage'),
  },
}
