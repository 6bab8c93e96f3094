import { page, type Section } from '../../section.ts'

export const assistants: Section = {
  ...{
    title: 'Assistants',
    path: 'assistants',
    icon: 'assistants',
    key: 'v',
    group: 'Workspace',
    idPrefix: 'ast_',
  },
  pages: {
    '': page(() => import('./assistants.tsx'), 'AssistantsPage'),
    $id: page(() => import('./assistant.tsx'), 'AssistantPage'),
    'confirm/$id': page(() => import('./confirm.tsx'), 'ConfirmPage'),
  },
}
