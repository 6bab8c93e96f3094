import { page, type Section } from '../../section.ts'

export const alerts: Section = {
  ...{ title: 'Alerts', path: 'alerts', icon: 'alerts', key: 'a', group: 'Going out' },
  pages: { '': page(() => import('./alerts.tsx'), 'AlertsPage') },
}
