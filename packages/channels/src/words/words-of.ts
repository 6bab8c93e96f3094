import type { MessageLanguage } from '@signalpost/domain'
import { de } from './de.ts'
import { en } from './en.ts'
import type { Words } from './words.ts'

const languages: Record<MessageLanguage, Words> = { en, de }

export function wordsOf(language: MessageLanguage = 'en'): Words {
  return languages[language]
}
