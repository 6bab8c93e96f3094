import { sayDuration } from './say-duration.ts'
import type { Words } from './words.ts'

const urgencies = { low: 'geringer', medium: 'mittlerer', high: 'hoher', immediate: 'höchster' }

export const de: Words = {
  language: 'de',
  signal: 'Signal',
  urgency: {
    ...{ low: 'Geringe Dringlichkeit', medium: 'Mittlere Dringlichkeit' },
    ...{ high: 'Hohe Dringlichkeit', immediate: 'Sofort' },
  },
  untitled: 'Ein Beitrag ohne Titel',
  score: (points) => `${points} von 100 Punkten`,
  vocabulary: {
    ...{ high_intent: 'hohe Kaufabsicht', evaluating: 'vergleicht Anbieter', relevant: 'relevant' },
    ...{ competitor: 'Wettbewerber', content: 'Inhalt', adjacent: 'verwandt', noise: 'Rauschen' },
    ...{ hiring_now: 'stellt ein', expanding: 'wächst', replacing: 'löst ab', switching: 'wechselt' },
    ...{ frustrated: 'verärgert', comparing: 'vergleicht', praise: 'Lob' },
    ...{ pain_confirmed: 'Problem bestätigt', at_risk: 'gefährdet', healthy: 'gesund' },
    ...{ strong_match: 'starker Treffer', worth_a_look: 'sehenswert', stretch: 'weit hergeholt' },
    ...{ mismatch: 'kein Treffer', stale: 'veraltet' },
  },
  intent: {
    ...{ weak: 'schwache Kaufabsicht', moderate: 'mäßige Kaufabsicht' },
    ...{ strong: 'starke Kaufabsicht', explicit: 'ausdrückliche Kaufabsicht' },
  },
  rated: (stars) => `${stars} von 5 Sternen`,
  by: (author) => `von ${author}`,
  posted: 'veröffentlicht',
  postedAbout: 'veröffentlicht etwa',
  openOn: (platform) => `Auf ${platform} öffnen`,
  openInConsole: 'In Signalpost öffnen',
  longUrl: 'Die Adresse des Beitrags ist zu lang, um hier zu stehen.',
  labels: {
    ...{ why: 'Warum', need: 'Wohl gesucht', opportunity: 'Chance', next_step: 'Nächster Schritt' },
    ...{ angle: 'Ansatz', quote: 'Beitrag' },
  },
  verdicts: { good: 'Als gut bewertet', bad: 'Als schlecht bewertet' },
  acknowledged: 'Bestätigt',
  acknowledgedBy: 'Bestätigt von',
  took: (name) => `${name} hat es übernommen`,
  acknowledgedIt: (name = 'Jemand') => `${name} hat es bestätigt`,
  assignedTo: 'Zugewiesen an',
  takenBy: 'Übernommen von',
  ...{ givenTo: 'Vergeben an', notTakenYet: ', noch nicht übernommen' },
  someone: 'jemand',
  status: 'Stand',
  untaken: (count, waitedMs) =>
    `Seit ${sayDuration(waitedMs, ['Tag', 'Tagen'])} hat niemand ${count === 1 ? 'dies' : 'diese'} übernommen`,
  mostUrgent: (count, urgency) => `${count} mit ${urgencies[urgency]} Dringlichkeit`,
  signals: (count) => (count === 0 ? 'Keine Signale' : count === 1 ? '1 Signal' : `${count} Signale`),
  digest: (subject) => `Übersicht: ${subject}`,
  more: (count, shown) => {
    const what = count === 1 ? 'Signal' : 'Signale'
    return shown === 0 ? `${count} ${what}` : `und ${count} weitere ${what}`
  },
  rule: 'Regel',
  escalation: 'Eskalation',
  step: ({ step, steps, round }) => `Schritt ${step} von ${steps}${round > 1 ? `, Runde ${round}` : ''}`,
  forPerson: 'Für',
  held: {
    quiet_hours: 'während der Ruhezeit zurückgehalten',
    throttle: 'durch die Grenze der Regel zurückgehalten',
    expired: 'konnte nicht rechtzeitig gesendet werden',
  },
  buttons: {
    ...{ acknowledge: 'Bestätigen', assign: 'Mir zuweisen', takeOver: 'Übernehmen', unassign: 'Abgeben' },
    ...{ good: 'Gut', bad: 'Schlecht', yes: 'Ja', no: 'Nein' },
    undo: { good: 'Gut zurücknehmen', bad: 'Schlecht zurücknehmen' },
  },
  questions: {
    takeOver: 'Jemand hat diesen Lead schon. Trotzdem übernehmen?',
    unassign: 'Den Lead abgeben, damit andere ihn nehmen können?',
  },
  unsubscribe: 'Abbestellen',
}
