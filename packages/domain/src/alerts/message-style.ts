/** The languages of labels in messages. */
export const messageLanguages = ['en', 'de'] as const

/** The parts of a message that a rule can leave out; title, link and score are always there. */
export const messageParts = ['facts', 'why', 'need', 'opportunity', 'next_step', 'angle', 'quote'] as const

export type MessageLanguage = (typeof messageLanguages)[number]
export type MessagePart = (typeof messageParts)[number]
