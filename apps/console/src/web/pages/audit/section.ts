import { page, type Section } from '../../section.ts'

export const audit: Section = {
  ...{ title: 'Audit log', path: 'audit', icon: 'audit', key: 't', group: 'Workspace' },
  pages: {
    '': page(() => import('./audit.tsx'), 'AuditPage'),
  },
}
